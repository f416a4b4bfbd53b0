/**
 * False for a file that the server would refuse as no image. A file whose name tells the browser
 * nothing has an empty type: the server looks at its content.
 */
export const mayBeImage = ({ type }: File): boolean => type === '' || type.startsWith('image/');
