/** Creates a form with one file in the field `file`, like the photo screens. */
export const photoForm = (name: string, bytes: Uint8Array): FormData => {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'image/png' }), name);
  return form;
};
