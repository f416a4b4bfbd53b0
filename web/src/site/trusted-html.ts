/** HTML for `dangerouslySetInnerHTML`. */
interface InnerHtml {
  readonly __html: string;
}

/** https://w3c.github.io/trusted-types/dist/spec/#trusted-type-policy-factory, as far as it is used. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createHTML: (html: string) => string },
  ): { readonly createHTML: (html: string) => string };
}

declare global {
  // Absent in older browsers, and where pages are rendered on the server.
  var trustedTypes: TrustedTypes | undefined;
}

/** The content security policy names it; no other code of a page can write HTML into it. */
const policy = globalThis.trustedTypes?.createPolicy('sanitised', { createHTML: (html) => html });

/** Lets HTML into a page: what `renderMarkdown` sanitised, or JSON that ends no element. */
export const trustedHtml = (html: string): InnerHtml => ({
  // An object in truth, which React hands on as it is.
  __html: policy?.createHTML(html) ?? html,
});
