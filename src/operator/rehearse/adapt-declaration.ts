import type { z } from 'zod'
import type { Fault } from '../../base/faults.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { countriesOf } from '../../guards/numbers/number-rules.ts'
import { scopes } from '../../keys/api-key.ts'
import { checkDeclaration } from '../apply/check-declaration.ts'
import { Declaration } from '../apply/declaration.ts'
import { sortFaults } from '../apply/sort-faults.ts'
import type { Rehearsal } from './rehearsal.ts'

/** The addresses of the sandbox's networks, and of what answers `http` tools. */
export interface RehearsalAddresses {
  phone: string
  whatsapp: string
  /** Without a path. */
  models: string
  /** By this port on loopback a declaration names the sandbox's models. */
  usualModelsPort: number
  tools: string
}

/** What the rehearsal adds to the agent's project. */
export const rehearsalNames = { key: 'rehearsal', carrier: 'rehearsal', campaign: 'rehearsal' }
const callerId = '+14155550107'
const carrierAccount = { account_sid: `AC${'7e'.repeat(16)}`, auth_token: 'the-sandbox-has-no-secrets' }
const toolSecret = `whsec_${Buffer.from('the-sandbox-has-no-secrets').toString('base64')}`
const senderSecrets = {
  access_token: 'the-sandbox-sender-has-no-secrets',
  app_secret: 'the-sandbox-app-has-no-secrets',
  verify_token: 'the-sandbox-webhook-has-no-secrets',
}

type DeclarationInput = z.input<typeof Declaration>
type ProjectInput = NonNullable<DeclarationInput['organizations'][number]['projects']>[number]
type AgentInput = NonNullable<ProjectInput['agents']>[number]

export interface AdaptedDeclaration {
  declaration: DeclarationInput
  organization: string
  project: string
  /** The name of the broadcast by which the agent answers chats; null where it answers none. */
  sender: string | null
}

/**
 * Returns the declaration for a rehearsal. It has only the agent's project, with carriers, senders, `http` tools and
 * the sandbox's models at the given addresses. A key and a campaign that is always open are added. Nothing in it
 * reaches a customer. What the rehearsal does not need, such as campaigns and workflows, is left out.
 *
 * @param model the name of the account that the agent asks instead of its own; null keeps it.
 */
export function adaptDeclaration(
  value: unknown,
  rehearsal: Rehearsal,
  addresses: RehearsalAddresses,
  model: string | null,
): { ok: true; adapted: AdaptedDeclaration } | { ok: false; faults: readonly Fault[] } {
  const shape = Declaration.safeParse(value)
  if (!shape.success) return { ok: false, faults: sortFaults(value, checkDeclaration(value).faults) }
  // It was read above: the input has the form of the declaration.
  const { organizations } = value as DeclarationInput
  const found = organizations.flatMap((organization) =>
    (organization.projects ?? []).flatMap((project) =>
      (project.agents ?? [])
        .filter(({ name }) => name === rehearsal.agent)
        .filter(() => rehearsal.project === undefined || rehearsal.project === project.name)
        .map((agent) => ({ organization, project, agent })),
    ),
  )
  const [only] = found
  if (only === undefined) return refuse('agent', `the declaration has no agent ${quoted(rehearsal.agent)}`)
  if (found.length > 1)
    return refuse('project', `must be one of ${found.map(({ project }) => project.name).join(', ')}`)
  const { organization, project, agent } = only
  const accounts = (project.model_accounts ?? []).map(({ name }) => name)
  if (model !== null && !accounts.includes(model))
    return refuse('', `--model ${model} is no model account; there are ${accounts.join(', ')}`)
  for (const [at, scene] of rehearsal.scenes.entries()) {
    for (const [path, name] of [
      [`scenes[${at}].persona_model`, scene.persona_model],
      [`scenes[${at}].judge.model`, scene.judge?.model],
    ] as const)
      if (name !== undefined && !accounts.includes(name))
        return refuse(path, `must be a model account of the declaration: ${accounts.join(', ')}`)
    if (scene.channel === 'whatsapp' && agent.whatsapp == null)
      return refuse(`scenes[${at}].channel`, 'must be another: the agent answers no WhatsApp')
  }
  const broadcast = (project.broadcasts ?? []).find(({ name }) => name === agent.whatsapp?.broadcast)
  return {
    ok: true,
    adapted: {
      declaration: {
        organizations: [
          {
            ...organization,
            plan: { ...organization.plan, status: 'active', whatsapp_sends: 1_000_000 },
            calls: rehearsalCalls(organization, project),
            projects: [adaptProject(project, agent, addresses, model)],
          },
        ],
      },
      organization: organization.name,
      project: project.name,
      sender: broadcast?.sender ?? null,
    },
  }
}

/** Returns what the rehearsal may ring: as often as it likes, and what its organization may. */
function rehearsalCalls(
  { calls }: DeclarationInput['organizations'][number],
  { caller_ids }: ProjectInput,
): DeclarationInput['organizations'][number]['calls'] {
  const own = (caller_ids ?? []).map(({ number }) => normalizePhoneNumber(number, null) ?? '')
  return {
    countries: [...new Set([...(calls?.countries ?? countriesOf(own)), ...countriesOf([callerId])])],
    ...(calls?.number_types && { number_types: calls.number_types }),
    dials_a_day: 1_000_000,
    minutes_a_day: 10_000_000,
    number_dials_a_day: 1_000_000,
    number_dials_a_week: 1_000_000,
    block_dials_an_hour: 1_000_000,
  }
}

function adaptProject(
  project: ProjectInput,
  agent: AgentInput,
  addresses: RehearsalAddresses,
  model: string | null,
): ProjectInput {
  const sandboxModels = new RegExp(
    `^https?://(?:127\\.0\\.0\\.1|localhost):${addresses.usualModelsPort}(?=/|$)`,
  )
  const senders = (project.whatsapp_senders ?? []).map((sender) => ({
    ...sender,
    ...senderSecrets,
    status: 'connected' as const,
    api_url: addresses.whatsapp,
  }))
  return {
    ...project,
    status: 'active',
    voice_carriers: [
      {
        name: rehearsalNames.carrier,
        kind: 'twilio',
        ...carrierAccount,
        api_url: addresses.phone,
        calls_per_second: 100,
      },
    ],
    caller_ids: [{ number: callerId, carrier: rehearsalNames.carrier }],
    workflows: [],
    whatsapp_senders: senders,
    model_accounts: (project.model_accounts ?? []).map((account) => {
      const isSandbox = sandboxModels.test(account.base_url)
      return isSandbox
        ? {
            ...account,
            api_key: account.api_key ?? 'the-sandbox-has-no-secrets',
            base_url: account.base_url.replace(sandboxModels, addresses.models),
          }
        : account
    }),
    agents: [
      {
        ...agent,
        model: model ?? agent.model,
        tools: (agent.tools ?? []).map((tool) =>
          tool.kind === 'http'
            ? { ...tool, url: `${addresses.tools}/${tool.name}`, secret: toolSecret }
            : tool,
        ),
      },
    ],
    campaigns: agent.tools?.some(({ kind }) => kind === 'end_call')
      ? [
          {
            name: rehearsalNames.campaign,
            status: 'running',
            campaign_type: 'agent',
            agent: agent.name,
            caller_id: callerId,
            slots: 10,
          },
        ]
      : [],
    requests_per_second: 'none',
    api_keys: [{ name: rehearsalNames.key, scopes: [...scopes], rate: 'none' }],
  }
}

function refuse(path: string, message: string): { ok: false; faults: Fault[] } {
  return { ok: false, faults: [{ path, message }] }
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
