/** The messages between the server and its worker threads. */
export type Sent = { method: string; url: string; headers: [string, string][]; body: ArrayBuffer | null };
export type Received = { status: number; headers: [string, string][]; body: ArrayBuffer };

export type Call = {
  kind: 'call';
  id: number;
  name: string;
  request: Sent;
  folder: string;
  entryPoints: Record<string, { entrypoint?: string | undefined; import_map?: string | undefined }>;
  variables: Record<string, string>;
  /** The server's origins. */
  own: string[];
};
export type ToThread =
  | Call
  | { kind: 'abort'; id: number }
  | { kind: 'fetched'; id: number; response: Received }
  | { kind: 'not fetched'; id: number; message: string };
export type FromThread =
  | { kind: 'answer'; id: number; response: Received }
  | {
      kind: 'failed';
      id: number;
      error: { name: string; message: string; stack: string; code: string | null };
    }
  | { kind: 'fetch'; id: number; call: number; request: Sent };

export const getSent = async (request: Request): Promise<Sent> => ({
  method: request.method,
  url: request.url,
  headers: [...request.headers],
  body: request.body === null ? null : await request.arrayBuffer(),
});

export const requestFrom = ({ body, ...rest }: Sent, signal?: AbortSignal): Request =>
  new Request(rest.url, { method: rest.method, headers: rest.headers, body, ...(signal && { signal }) });

export const getReceived = async (response: Response): Promise<Received> => ({
  status: response.status,
  headers: [...response.headers],
  body: await response.arrayBuffer(),
});

const BODILESS = new Set([101, 204, 205, 304]);

export const responseFrom = ({ status, headers, body }: Received): Response =>
  new Response(BODILESS.has(status) ? null : body, { status, headers });
