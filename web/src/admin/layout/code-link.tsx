interface CodeLinkProps {
  /** Its page at GitHub; undefined where the content is not there. */
  readonly url: string | undefined;
  readonly children: string;
}

/** The name of something in the repository, which leads to its page at GitHub where there is one. */
export const CodeLink = ({ url, children }: CodeLinkProps) =>
  url === undefined ? (
    <code>{children}</code>
  ) : (
    <a href={url}>
      <code>{children}</code>
    </a>
  );
