import type { Messages } from './en.tsx'
import { analytics } from './es/analytics.tsx'
import { broadcasts } from './es/broadcasts.tsx'
import { call } from './es/call.tsx'
import { callBatches } from './es/call-batches.tsx'
import { calls } from './es/calls.tsx'
import { campaignForm } from './es/campaign-form.tsx'
import { campaigns } from './es/campaigns.tsx'
import { carriers } from './es/carriers.tsx'
import { changes } from './es/changes.tsx'
import { common } from './es/common.tsx'
import { conversations } from './es/conversations.tsx'
import { errors, failure } from './es/errors.tsx'
import { forms } from './es/forms.tsx'
import { health } from './es/health.tsx'
import { home } from './es/home.tsx'
import { keys } from './es/keys.tsx'
import { knowledge } from './es/knowledge.tsx'
import { live } from './es/live.tsx'
import { me } from './es/me.tsx'
import { peopleCalled } from './es/people-called.tsx'
import { message } from './es/message.tsx'
import { people } from './es/people.tsx'
import { secondFactor } from './es/second-factor.tsx'
import { shell } from './es/shell.tsx'
import { settings } from './es/settings.tsx'
import { signIn } from './es/sign-in.tsx'
import { tickets } from './es/tickets.tsx'
import { optOuts } from './es/opt-outs.tsx'
import { senders } from './es/senders.tsx'
import { templates } from './es/templates.tsx'
import { ui } from './es/ui.tsx'
import { workflowEditor } from './es/workflows-editor.tsx'
import { workflows } from './es/workflows.tsx'

/** Spanish as it is understood in Spain and in Latin America. Each screen has a file of its own in `es/`. */
export const es = {
  locale: 'es',
  direction: 'ltr',
  analytics,
  broadcasts,
  call,
  callBatches,
  calls,
  common,
  conversations,
  errors,
  failure,
  forms,
  health,
  home,
  knowledge,
  live,
  me,
  message,
  settings,
  secondFactor,
  shell,
  signIn,
  ui,
  campaigns,
  campaignForm,
  carriers,
  changes,
  keys,
  optOuts,
  people,
  workflowEditor,
  peopleCalled,
  tickets,
  senders,
  templates,
  workflows,
} satisfies Messages
