/** What stands between the parts of a line: Arabic has a comma of its own. */
export function comma(locale: string): string {
  return locale.startsWith('ar') ? '، ' : ', '
}
