/** `PATH` and `HOME` to find git and its settings; the others to reach GitHub. */
const NAMES = [
  ...['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'GIT_SSL_CAINFO'],
];

/** The environment of the `git` program and its hooks, which get none of the site's secrets. */
export const gitEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
