import { z } from 'zod';

/** Some servers send a tool call's arguments as an object, or leave out its id. */
const toolCall = z.object({
  id: z.string().nullish(),
  function: z.object({
    name: z.string(),
    arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  }),
});
const message = z.object({ content: z.string().nullish(), tool_calls: z.array(toolCall).nullish() });
const reply = z.object({ choices: z.array(z.object({ message })).min(1) });

const chunk = z.object({
  choices: z.array(
    z.object({
      delta: z
        .object({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                index: z.number().int().min(0).max(50).nullish(),
                id: z.string().nullish(),
                function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
              }),
            )
            .nullish(),
        })
        .nullish(),
    }),
  ),
});

export type ModelReply = {
  content: string;
  tool_calls: { id: string; function: { name: string; arguments: string } }[];
};

/** Reads the reply of a model, which arrives as one JSON object or as a stream of server-sent events. */
export async function readReply(response: Response): Promise<ModelReply> {
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  const { content, tool_calls } = isStream
    ? joinChunks(await response.text())
    : (reply.parse(await response.json()).choices[0]?.message ?? {});
  return {
    content: content ?? '',
    tool_calls: (tool_calls ?? []).map(({ id, function: { name, arguments: values } }, index) => ({
      id: id ?? `call-${index}`,
      function: { name, arguments: typeof values === 'string' ? values : JSON.stringify(values ?? {}) },
    })),
  };
}

/** Joins the pieces of a streamed reply. The pieces of a tool call have the same index. */
function joinChunks(body: string): z.output<typeof message> {
  let content = '';
  const calls: { id: string | null; function: { name: string; arguments: string } }[] = [];
  for (const line of body.split(/\r?\n/)) {
    const data = /^data:\s*(.*)$/.exec(line)?.[1]?.trim();
    if (!data || data === '[DONE]') continue;
    for (const { delta } of chunk.parse(JSON.parse(data)).choices) {
      content += delta?.content ?? '';
      for (const piece of delta?.tool_calls ?? []) {
        const at = piece.index ?? Math.max(0, calls.length - (piece.function?.name ? 0 : 1));
        const call = calls[at] ?? { id: null, function: { name: '', arguments: '' } };
        calls[at] = call;
        call.id ??= piece.id ?? null;
        call.function.name += piece.function?.name ?? '';
        call.function.arguments += piece.function?.arguments ?? '';
      }
    }
  }
  return { content, tool_calls: calls.filter(Boolean) };
}
