const FRONT_MATTER = /^\uFEFF?---[ \t]*(?:ya?ml)?[ \t]*\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;
const KEY = /^[^\s#:][^:\n]*:(?:\s|$)/m;

/**
 * The text below front matter that was pasted into it, which a save takes out. What is front matter
 * is decided there; the YAML parser is too large to bring it here.
 */
export const withoutFrontMatter = (content: string): string => {
  const [head, yaml = ''] = FRONT_MATTER.exec(content) ?? [];
  return head !== undefined && KEY.test(yaml) ? content.slice(head.length) : content;
};
