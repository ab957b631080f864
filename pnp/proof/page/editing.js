// A text that is being typed. (The server mends the file; what is typed is never overwritten.)

let current = null;

export const isEditing = () => current !== null;

export function begin() {}

export function keep() {
  return current;
}
