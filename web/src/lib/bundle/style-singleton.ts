import { useEffect } from 'react';

type Props = { styles: string; dynamic?: boolean };

/**
 * Replaces the package react-style-singleton, which locks scrolling behind dialogs. The package adds style
 * elements, which the Content-Security-Policy forbids. This version adds a style sheet from the script.
 */
export function styleSingleton(): (props: Props) => null {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  const add = (styles: string) => {
    users += 1;
    if (users > 1 || !('adoptedStyleSheets' in document)) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };
  const remove = () => {
    users -= 1;
    if (users > 0 || sheet === null) return;
    const ended = sheet;
    sheet = null;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== ended);
  };
  return function StyleSheet({ styles, dynamic }: Props) {
    // If `dynamic` is false, the first styles stay, as in the package.
    const current = dynamic ? styles : '';
    // biome-ignore lint/correctness/useExhaustiveDependencies: the first styles stay unless `dynamic` is set.
    useEffect(() => {
      add(styles);
      return remove;
    }, [current]);
    return null;
  };
}
