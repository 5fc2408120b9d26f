import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { graphId } from './accounts.ts'

/** The most templates of all business accounts together. */
const templatesMax = 10_000

const upperCase = z
  .string()
  .max(50)
  .transform((text) => text.toUpperCase())

const Button = z.looseObject({ type: upperCase, url: z.string().optional() })

/** A component of a template in Meta's format. */
export const TemplateComponent = z.looseObject({
  type: upperCase,
  format: upperCase.optional(),
  text: z.string().max(2000).optional(),
  buttons: z.array(Button).max(10).optional(),
})
export type TemplateComponent = z.infer<typeof TemplateComponent>

/** A template of a business account. Status, category and format may be in upper or lower case. */
export const WhatsappTemplate = z.strictObject({
  business_account_id: graphId,
  /** Generated if absent: 17 digits, too many for a JavaScript number. */
  id: graphId.default(() => String(randomInt(10_000_000, 99_999_999)) + String(randomInt(1e8, 1e9))),
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/),
  status: upperCase.default('APPROVED'),
  category: upperCase.pipe(z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION'])).default('UTILITY'),
  parameter_format: upperCase.pipe(z.enum(['NAMED', 'POSITIONAL'])).default('POSITIONAL'),
  components: z.array(TemplateComponent).max(20),
  /** Why Meta has rejected it; `NONE` for any other. */
  rejected_reason: upperCase.default('NONE'),
  quality_score: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).default('UNKNOWN'),
})
export type WhatsappTemplate = z.infer<typeof WhatsappTemplate>
/** A template as a caller writes it; fields with a default are optional. */
export type WhatsappTemplateInput = z.input<typeof WhatsappTemplate>

/** The templates of all business accounts, in the order of registration. */
export class WhatsappTemplates {
  #templates: WhatsappTemplate[] = []

  /**
   * Adds or replaces the template with a name and language; a replaced one keeps its id. @throws RangeError if there
   * are `templatesMax`.
   */
  put(template: WhatsappTemplate): WhatsappTemplate {
    const { business_account_id, name, language } = template
    const known = this.find(business_account_id, name, language)
    if (known !== null) return Object.assign(known, { ...template, id: known.id })
    if (this.#templates.length >= templatesMax) throw new RangeError(`at most ${templatesMax} templates`)
    this.#templates.push(template)
    return template
  }

  find(businessAccountId: string, name: string, language: string): WhatsappTemplate | null {
    return (
      this.of(businessAccountId).find(
        (template) => template.name === name && template.language === language,
      ) ?? null
    )
  }

  of(businessAccountId: string): readonly WhatsappTemplate[] {
    return this.#templates.filter(({ business_account_id }) => business_account_id === businessAccountId)
  }

  all(): readonly WhatsappTemplate[] {
    return this.#templates
  }
}
