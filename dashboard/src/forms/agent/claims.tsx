import { formatNumber } from '../../format/number.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { focusOnceGone } from '../../ui/focus-once-gone.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toolName } from './values.ts'
import type { AgentPartProps, Claim } from './values.ts'
import styles from './agent.module.css'

/** Sentences that an agent may say only once a tool has succeeded. */
export function ClaimFields({ values: { claims, tools }, set, faultAt }: AgentPartProps) {
  const { agentForm: texts, locale } = useMessages('agentForm')
  const names = tools.map(toolName).filter((name) => name !== '')
  const change = (at: number, claim: Claim) =>
    set(
      'claims',
      claims.map((one, index) => (index === at ? claim : one)),
    )
  return (
    <>
      <p className={styles.note}>{texts.claimsHint}</p>
      {claims.map((claim, index) => (
        <div key={index} className={styles.part}>
          <TextField
            label={texts.pattern}
            mono
            dir="ltr"
            value={claim.pattern}
            onChange={({ target }) => change(index, { ...claim, pattern: target.value })}
            fault={faultAt(`claims[${index}].pattern`)}
          />
          <Select
            label={texts.needs}
            choices={[...new Set([claim.needs, ...names])].map((name) => ({
              value: name,
              label: texts.toolNames[name] ?? (name || texts.chooseTool),
            }))}
            value={claim.needs}
            onChange={({ target }) => change(index, { ...claim, needs: target.value })}
            fault={faultAt(`claims[${index}].needs`)}
          />
          <Button
            small
            id={`remove-claim-${index}`}
            aria-label={texts.removeClaim(formatNumber(index + 1, locale))}
            onPress={() => {
              focusOnceGone(`remove-claim-${index - 1}`, 'add-claim')
              set(
                'claims',
                claims.filter((_, at) => at !== index),
              )
            }}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      <Button
        small
        id="add-claim"
        onPress={() => set('claims', [...claims, { pattern: '', needs: names[0] ?? '' }])}
      >
        {texts.addClaim}
      </Button>
    </>
  )
}
