/** Returns the form of a word that a number needs: `plural(3, 'en', { one: 'call', other: 'calls' })`. */
export function plural(
  count: number,
  locale: string,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  return forms[new Intl.PluralRules(locale).select(count)] ?? forms.other
}
