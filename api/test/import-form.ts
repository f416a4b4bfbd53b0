type Upload = readonly (readonly [name: string, content: string | Uint8Array])[];

export const IMPORT = '/api/admin/posts/upload';
export const PREVIEW = '/api/admin/posts/import-preview';

/** Creates the form of an import, with Markdown files and other fields, as JSON unless text. */
export const formOf = (files: Upload, fields: Readonly<Record<string, unknown>> = {}): FormData => {
  const form = new FormData();
  for (const [name, content] of files) {
    form.append('files', new Blob([content], { type: 'text/markdown' }), name);
  }
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
};
