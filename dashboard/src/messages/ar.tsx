import { analytics } from './ar/analytics.tsx'
import { broadcasts } from './ar/broadcasts.tsx'
import { call } from './ar/call.tsx'
import { callBatches } from './ar/call-batches.tsx'
import { calls } from './ar/calls.tsx'
import { campaignForm } from './ar/campaign-form.tsx'
import { campaigns } from './ar/campaigns.tsx'
import { carriers } from './ar/carriers.tsx'
import { changes } from './ar/changes.tsx'
import { common } from './ar/common.tsx'
import { conversations } from './ar/conversations.tsx'
import { errors, failure } from './ar/errors.tsx'
import { forms } from './ar/forms.tsx'
import { health } from './ar/health.tsx'
import { home } from './ar/home.tsx'
import { keys } from './ar/keys.tsx'
import { knowledge } from './ar/knowledge.tsx'
import { live } from './ar/live.tsx'
import { me } from './ar/me.tsx'
import { peopleCalled } from './ar/people-called.tsx'
import { message } from './ar/message.tsx'
import { people } from './ar/people.tsx'
import { secondFactor } from './ar/second-factor.tsx'
import { shell } from './ar/shell.tsx'
import { settings } from './ar/settings.tsx'
import { signIn } from './ar/sign-in.tsx'
import { tickets } from './ar/tickets.tsx'
import { optOuts } from './ar/opt-outs.tsx'
import { senders } from './ar/senders.tsx'
import { templates } from './ar/templates.tsx'
import { ui } from './ar/ui.tsx'
import { workflowEditor } from './ar/workflows-editor.tsx'
import { workflows } from './ar/workflows.tsx'
import type { Messages } from './en.tsx'

/** Arabic, with Latin digits: numbers, times and telephone numbers read alike in all languages. */
export const ar = {
  locale: 'ar-u-nu-latn',
  direction: 'rtl',
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
