import { checkText, fillText, readsOf, variablesOf } from '../base/fill-text.ts'
import type { TextMembers } from '../base/fill-text.ts'

/** What a script would speak, and what is wrong with it. */
export interface ScriptPreview {
  /** Null if the script is not Liquid. */
  text: string | null
  /** Why the text is cut or the script can't be read; null if all is well. */
  fault: string | null
  /** The customer variables that the script names, in its order. */
  variables: string[]
  /** Those of them that the customer does not have: they are empty in the text. */
  missing: string[]
  /** Other values that the script reads, which a call does not have: they are empty too. */
  unknown: string[]
}

/** Returns the text that a call to this customer would speak. The same engine speaks in calls. Never throws. */
export function previewScript(script: string, customer: TextMembers): ScriptPreview {
  const fault = checkText(script)
  if (fault !== null) return { text: null, fault, variables: [], missing: [], unknown: [] }
  const variables = variablesOf(script, 'customer')
  const filled = fillText(script, { customer })
  return {
    text: filled.text,
    fault: filled.kind === 'cut' ? filled.reason : null,
    variables,
    missing: variables.filter((name) => !Object.hasOwn(customer, name)),
    unknown: readsOf(script).filter((name) => name !== 'customer'),
  }
}
