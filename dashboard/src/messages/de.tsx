import type { Messages } from './en.tsx'
import { analytics } from './de/analytics.tsx'
import { broadcasts } from './de/broadcasts.tsx'
import { call } from './de/call.tsx'
import { callBatches } from './de/call-batches.tsx'
import { calls } from './de/calls.tsx'
import { campaignForm } from './de/campaign-form.tsx'
import { campaigns } from './de/campaigns.tsx'
import { carriers } from './de/carriers.tsx'
import { changes } from './de/changes.tsx'
import { common } from './de/common.tsx'
import { conversations } from './de/conversations.tsx'
import { errors, failure } from './de/errors.tsx'
import { forms } from './de/forms.tsx'
import { health } from './de/health.tsx'
import { home } from './de/home.tsx'
import { keys } from './de/keys.tsx'
import { knowledge } from './de/knowledge.tsx'
import { live } from './de/live.tsx'
import { me } from './de/me.tsx'
import { peopleCalled } from './de/people-called.tsx'
import { message } from './de/message.tsx'
import { people } from './de/people.tsx'
import { secondFactor } from './de/second-factor.tsx'
import { shell } from './de/shell.tsx'
import { settings } from './de/settings.tsx'
import { signIn } from './de/sign-in.tsx'
import { tickets } from './de/tickets.tsx'
import { optOuts } from './de/opt-outs.tsx'
import { senders } from './de/senders.tsx'
import { templates } from './de/templates.tsx'
import { ui } from './de/ui.tsx'
import { workflowEditor } from './de/workflows-editor.tsx'
import { workflows } from './de/workflows.tsx'

/** German. Each screen has a file of its own in `de/`. */
export const de = {
  locale: 'de-DE',
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
