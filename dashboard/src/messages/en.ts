/**
 * English, from which all other languages take their shape. Each area of the dashboard has a file of its own in `en/`,
 * which comes with the first page that needs it; `base` comes before all pages.
 */
export const en = {
  base: async () => (await import('./en/base.ts')).base,
  agentForm: async () => (await import('./en/agent-form.tsx')).agentForm,
  agents: async () => (await import('./en/agents.tsx')).agents,
  analytics: async () => (await import('./en/analytics.tsx')).analytics,
  broadcasts: async () => (await import('./en/broadcasts.tsx')).broadcasts,
  call: async () => (await import('./en/call.tsx')).call,
  callBatches: async () => (await import('./en/call-batches.tsx')).callBatches,
  calls: async () => (await import('./en/calls.tsx')).calls,
  campaignForm: async () => (await import('./en/campaign-form.tsx')).campaignForm,
  campaigns: async () => (await import('./en/campaigns.tsx')).campaigns,
  carriers: async () => (await import('./en/carriers.tsx')).carriers,
  changes: async () => (await import('./en/changes.tsx')).changes,
  conversations: async () => (await import('./en/conversations.tsx')).conversations,
  effects: async () => (await import('./en/effects.tsx')).effects,
  events: async () => (await import('./en/events.tsx')).events,
  eventTypes: async () => (await import('./en/event-types.tsx')).eventTypes,
  forms: async () => (await import('./en/forms.tsx')).forms,
  guards: async () => (await import('./en/guards.tsx')).guards,
  health: async () => (await import('./en/health.tsx')).health,
  home: async () => (await import('./en/home.tsx')).home,
  inbox: async () => (await import('./en/inbox.tsx')).inbox,
  keys: async () => (await import('./en/keys.tsx')).keys,
  knowledge: async () => (await import('./en/knowledge.tsx')).knowledge,
  live: async () => (await import('./en/live.tsx')).live,
  me: async () => (await import('./en/me.tsx')).me,
  message: async () => (await import('./en/message.tsx')).message,
  models: async () => (await import('./en/models.tsx')).models,
  doNotCall: async () => (await import('./en/do-not-call.tsx')).doNotCall,
  optOuts: async () => (await import('./en/opt-outs.tsx')).optOuts,
  people: async () => (await import('./en/people.tsx')).people,
  peopleCalled: async () => (await import('./en/people-called.tsx')).peopleCalled,
  refusals: async () => (await import('./en/refusals.tsx')).refusals,
  secondFactor: async () => (await import('./en/second-factor.tsx')).secondFactor,
  senders: async () => (await import('./en/senders.tsx')).senders,
  settings: async () => (await import('./en/settings.tsx')).settings,
  shell: async () => (await import('./en/shell.tsx')).shell,
  signIn: async () => (await import('./en/sign-in.tsx')).signIn,
  templates: async () => (await import('./en/templates.tsx')).templates,
  tickets: async () => (await import('./en/tickets.tsx')).tickets,
  turns: async () => (await import('./en/turns.tsx')).turns,
  webhookForm: async () => (await import('./en/webhook-form.tsx')).webhookForm,
  webhooks: async () => (await import('./en/webhooks.tsx')).webhooks,
  workflowEditor: async () => (await import('./en/workflows-editor.tsx')).workflowEditor,
  workflows: async () => (await import('./en/workflows.tsx')).workflows,
}

/** The texts by their area. */
export type Texts = { [Area in keyof typeof en]: Awaited<ReturnType<(typeof en)[Area]>> }

/** What every language must have: a missing area or text is a type error. */
export type Loaders = { [Area in keyof Texts]: () => Promise<Texts[Area]> }
