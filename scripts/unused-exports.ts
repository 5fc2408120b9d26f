/**
 * Returns the exported functions, constants and classes that no other file names, as `file: name`. Types are left out:
 * some are exported because an exported function takes them.
 */
export function unusedExports(texts: ReadonlyMap<string, string>): string[] {
  const filesOf = new Map<string, number>()
  for (const text of texts.values())
    for (const word of new Set(text.match(/\w+/g))) filesOf.set(word, (filesOf.get(word) ?? 0) + 1)
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)]
      .filter(([, name]) => filesOf.get(name!) === 1)
      .map(([, name]) => `${file}: ${name}`),
  )
}
