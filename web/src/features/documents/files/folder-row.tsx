import { Folder as FolderIcon } from 'lucide-react';
import { Row } from '@/ui/row-list';
import type { Folder } from '../queries';

/** A folder among the files, with how many it holds. */
export function FolderRow({ folder, count }: { folder: Folder; count: number }) {
  return (
    <Row
      to={`/documents/files/${folder.id}`}
      icon={<FolderIcon aria-hidden className="size-5" strokeWidth={1.5} />}
      title={folder.name}
      detail={count === 1 ? '1 file' : `${count} files`}
    />
  );
}
