import { toast } from '../toast';

/** Copies a link and confirms it with a description of what the link contains. */
export async function copyShareLink(link: string, description: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast.success('Link copied', { description });
  } catch {
    toast.error('Your browser doesn’t allow copying', { description: 'Download the file and share it.' });
  }
}
