/** The used part of https://w3c.github.io/trusted-types/dist/spec/#trusted-type-policy-factory */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createHTML: (html: string) => string },
  ): { readonly createHTML: (html: string) => string };
}

declare global {
  // Absent in older browsers and on the server.
  var trustedTypes: TrustedTypes | undefined;
}

/** The policy that the content security policy names. No other code can write HTML into a page. */
const policy = globalThis.trustedTypes?.createPolicy('sanitised', { createHTML: (html) => html });

/** Marks HTML as safe: what `renderMarkdown` sanitised, or JSON that can't close its element. */
export const trustedHtml = (html: string): { readonly __html: string } => ({
  // Actually a TrustedHTML object, which React passes on unchanged.
  __html: policy?.createHTML(html) ?? html,
});
