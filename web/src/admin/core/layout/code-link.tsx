interface CodeLinkProps {
  /** The address on GitHub; undefined if the content is stored elsewhere. */
  readonly url: string | undefined;
  readonly children: string;
}

/** A commit, branch or file name as code, linked to GitHub if it has an address there. */
export const CodeLink = ({ url, children }: CodeLinkProps) =>
  url === undefined ? (
    <code>{children}</code>
  ) : (
    <a href={url}>
      <code>{children}</code>
    </a>
  );
