import { expect, it } from 'vitest';
import { createPageDocument } from './page-styles.ts';

const documentOf = (...rules: string[]): string =>
  `<html><head><style>${rules.join('')}</style><style>.other{color:red}</style></head></html>`;

const storedOf = (html: string, ...rules: string[]): string[] => {
  const document = createPageDocument(documentOf(...rules))(html);
  return rules.filter((rule) => document.includes(rule));
};

const ANYWHERE = [
  '@font-face{font-family:Text;src:url(/text.woff2)}',
  '@keyframes rise{0%{opacity:0}to{opacity:1}}',
  ':root,body{color:#000}',
  '*,:before{margin:0}',
  '[role=list]{padding:0}',
  '#root>:is(header,footer){margin:0}',
  '@media print{@page{margin:20mm}.prose{color:#000}}',
  '::selection{color:#fff}',
];

it('keeps rules that require no element or class', () => {
  expect(storedOf('<p>', ...ANYWHERE)).toEqual(ANYWHERE);
});

it.each([
  ['._pill_1x_2{color:red}', '<a class="page _pill_1x_2">', '<a class="_pill_1x">'],
  ['p{color:red}', '<p id="a">', '<pre>'],
  ['.prose table{color:red}', '<div class="prose"><table>', '<div class="prose">'],
  ['.prose>:is(figure,pre){color:red}', '<div class="prose">', '<figure>'],
  ['.prose :not(.code,:has(>pre)){color:red}', '<div class="prose">', '<i class="code">'],
  ['h1,.title a:hover{color:red}', '<i class="title"><a href="/">', '<i class="title">'],
  ['td:last-child:before{color:red}', '<td>', '<i class="last-child before">'],
  ['img[width]:not([height]){color:red}', '<img src="x"/>', '<i class="width">'],
  ['@media (width>=60rem){.a{color:red}.b{color:red}}', '<i class="b">', '<i class="width rem">'],
])('keeps %s for %s, not for %s', (rule, needed, other) => {
  expect(storedOf(needed, rule)).toEqual([rule]);
  expect(storedOf(other, rule)).toEqual([]);
});

it('changes neither the order of the rules nor the rest of the document', () => {
  const filled = createPageDocument(documentOf('p{content:"$&"}', 'b{top:0}', '*{margin:0}'));
  expect(filled('<p>')).toBe(documentOf('p{content:"$&"}', '*{margin:0}'));
});

it('throws if at-rules are nested', () => {
  const nested = documentOf('@supports (top:0){@media print{p{top:0}}}');
  expect(() => createPageDocument(nested)).toThrow('at-rules in at-rules');
});
