import { SaxesParser } from 'saxes';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Returns the root element. Throws if the XML is not well-formed. */
export const parseXml = (xml: string): XmlElement => {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({});
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const own = attributes as Record<string, string>;
    const element = { name, attributes: own, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  const add = (text: string) => {
    open.at(-1)!.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return root.children[0]!;
};

const within = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(within),
];

/** Returns the texts of all elements with this name. Throws if the XML is not well-formed. */
export const textsOf = (xml: string, name: string): string[] =>
  within(parseXml(xml)).flatMap((element) => (element.name === name ? element.text : []));
