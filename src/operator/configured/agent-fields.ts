import { AgentDefinition } from '../../agents/definition.ts'

/** Returns an agent in the order of the declaration, with its references beside what they concern. */
export function agentFieldsOf(fields: Record<string, unknown>): Record<string, unknown> {
  const { name, model, fallback, broadcast, after_window } = fields
  // `apply` has checked what it stored; parsing it again restores the order of its members.
  const { purpose, prompt, whatsapp, ...definition } = AgentDefinition.parse(fields['definition'])
  return {
    name,
    purpose,
    prompt,
    model,
    fallback,
    ...definition,
    whatsapp: whatsapp && { broadcast, ...whatsapp, after_window },
  }
}
