import { analytics } from './en/analytics.tsx'
import { broadcasts } from './en/broadcasts.tsx'
import { call } from './en/call.tsx'
import { callBatches } from './en/call-batches.tsx'
import { calls } from './en/calls.tsx'
import { campaignForm } from './en/campaign-form.tsx'
import { campaigns } from './en/campaigns.tsx'
import { carriers } from './en/carriers.tsx'
import { changes } from './en/changes.tsx'
import { common } from './en/common.tsx'
import { conversations } from './en/conversations.tsx'
import { errors, failure } from './en/errors.tsx'
import { forms } from './en/forms.tsx'
import { health } from './en/health.tsx'
import { home } from './en/home.tsx'
import { keys } from './en/keys.tsx'
import { knowledge } from './en/knowledge.tsx'
import { live } from './en/live.tsx'
import { me } from './en/me.tsx'
import { peopleCalled } from './en/people-called.tsx'
import { message } from './en/message.tsx'
import { people } from './en/people.tsx'
import { secondFactor } from './en/second-factor.tsx'
import { shell } from './en/shell.tsx'
import { settings } from './en/settings.tsx'
import { signIn } from './en/sign-in.tsx'
import { tickets } from './en/tickets.tsx'
import { optOuts } from './en/opt-outs.tsx'
import { senders } from './en/senders.tsx'
import { templates } from './en/templates.tsx'
import { ui } from './en/ui.tsx'
import { workflowEditor } from './en/workflows-editor.tsx'
import { workflows } from './en/workflows.tsx'

/** English, from which all other catalogs take their shape. Each screen has a file of its own in `en/`. */
export const en = {
  locale: 'en-GB',
  direction: 'ltr' as 'ltr' | 'rtl',
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
}

/** What every language must have: a missing text is a type error. */
export type Messages = typeof en
