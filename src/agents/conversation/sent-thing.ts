/** Returns what an agent reads of a thing that was sent, such as `a photo`: its name in English, in brackets. */
export function sentThing(name: string): string {
  return `(sent ${name})`
}

/** Returns whether a text has no words of the person beside things that they sent. */
export function hasOnlySentThings(text: string): boolean {
  return text.split('\n').every((line) => /^\(sent [a-z ]+\)$/.test(line))
}
