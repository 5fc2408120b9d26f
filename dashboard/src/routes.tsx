import type { ComponentType } from 'react'
import { RouterProvider as LinkProvider } from 'react-aria-components'
import { Outlet, useHref, useNavigate } from 'react-router'
import type { RouteObject } from 'react-router'
import { beginShell } from './components/begin-shell.ts'
import { ErrorPage, NotFound } from './components/error-page.tsx'
import { SignInWatch } from './components/sign-in-watch.tsx'
import { Start } from './components/start.tsx'
import { useLeaveQuestions } from './hooks/use-leave-guard.ts'
import { loadAreas } from './messages/areas.ts'
import type { Area } from './messages/texts.ts'

const hrefs = { useHref }

/** Lets links of `ui`, which know no router, move within the loaded page, and pages ask before they are left. */
function Root() {
  const navigate = useNavigate()
  useLeaveQuestions()
  return (
    <LinkProvider navigate={(href) => void navigate(href)} {...hrefs}>
      <Outlet />
      <SignInWatch />
    </LinkProvider>
  )
}

/**
 * Loads the code of a page and the texts of its areas at the same time. `check-dashboard.ts` refuses an area too few or
 * too many.
 */
function page(areas: readonly Area[], load: () => Promise<ComponentType>) {
  return async () => {
    const [Component] = await Promise.all([load(), loadAreas(areas)])
    return { Component }
  }
}

const inProject = ':organization/:project'

/** Webhook endpoints, their deliveries, and events. */
const webhookRoutes: RouteObject[] = [
  {
    path: `${inProject}/webhooks`,
    lazy: page(
      ['webhooks', 'webhookForm', 'eventTypes', 'forms', 'effects'],
      async () => (await import('./pages/webhooks.tsx')).WebhooksPage,
    ),
  },
  {
    path: `${inProject}/webhooks/new`,
    lazy: page(
      ['webhooks', 'webhookForm', 'eventTypes', 'forms', 'effects'],
      async () => (await import('./pages/webhooks.tsx')).NewWebhookPage,
    ),
  },
  {
    path: `${inProject}/webhooks/:webhook`,
    lazy: page(
      ['webhooks', 'webhookForm', 'eventTypes', 'forms', 'effects'],
      async () => (await import('./pages/webhooks.tsx')).WebhookPage,
    ),
  },
  {
    path: `${inProject}/webhooks/:webhook/edit`,
    lazy: page(
      ['webhooks', 'webhookForm', 'eventTypes', 'forms', 'effects'],
      async () => (await import('./pages/webhooks.tsx')).EditWebhookPage,
    ),
  },
  {
    path: `${inProject}/webhooks/:webhook/deliveries/:delivery`,
    lazy: page(
      ['webhooks', 'webhookForm', 'eventTypes', 'forms', 'effects'],
      async () => (await import('./pages/webhooks.tsx')).WebhookDeliveryPage,
    ),
  },
  {
    path: `${inProject}/events`,
    lazy: page(
      ['events', 'eventTypes', 'webhooks'],
      async () => (await import('./pages/events.tsx')).EventsPage,
    ),
  },
]

/** Campaigns, workflows, keys, carriers, people and changes. */
const pageRoutes: RouteObject[] = [
  {
    path: `${inProject}/campaigns`,
    lazy: page(['campaigns', 'effects'], async () => (await import('./pages/campaigns.tsx')).CampaignsPage),
  },
  {
    path: `${inProject}/campaigns/new`,
    lazy: page(
      ['campaignForm', 'campaigns', 'forms', 'effects'],
      async () => (await import('./pages/campaign-edit.tsx')).NewCampaignPage,
    ),
  },
  {
    path: `${inProject}/campaigns/:campaign`,
    lazy: page(
      [
        'campaigns',
        'call',
        'calls',
        'callBatches',
        'analytics',
        'conversations',
        'campaignForm',
        'live',
        'effects',
      ],
      async () => (await import('./pages/campaign.tsx')).CampaignPage,
    ),
  },
  {
    path: `${inProject}/campaigns/:campaign/edit`,
    lazy: page(
      ['campaignForm', 'campaigns', 'forms', 'effects'],
      async () => (await import('./pages/campaign-edit.tsx')).EditCampaignPage,
    ),
  },
  {
    path: `${inProject}/people`,
    lazy: page(
      ['peopleCalled', 'conversations'],
      async () => (await import('./pages/people-called.tsx')).PeopleCalledPage,
    ),
  },
  {
    path: `${inProject}/people/:id`,
    lazy: page(
      ['peopleCalled', 'tickets', 'conversations', 'campaigns', 'optOuts', 'doNotCall'],
      async () => (await import('./pages/person.tsx')).PersonPage,
    ),
  },
  {
    path: `${inProject}/tickets`,
    lazy: page(['tickets', 'peopleCalled'], async () => (await import('./pages/tickets.tsx')).TicketsPage),
  },
  {
    path: `${inProject}/workflows`,
    lazy: page(['workflows'], async () => (await import('./pages/workflows.tsx')).WorkflowsPage),
  },
  {
    path: `${inProject}/workflows/new`,
    lazy: page(
      ['workflows', 'workflowEditor', 'forms', 'call', 'effects'],
      async () => (await import('./pages/workflow.tsx')).NewWorkflowPage,
    ),
  },
  {
    path: `${inProject}/workflows/:workflow`,
    lazy: page(
      ['workflows', 'workflowEditor', 'forms', 'call', 'effects'],
      async () => (await import('./pages/workflow.tsx')).WorkflowPage,
    ),
  },
  {
    path: `${inProject}/broadcasts`,
    lazy: page(
      ['broadcasts', 'forms', 'message', 'templates', 'effects'],
      async () => (await import('./pages/broadcasts.tsx')).BroadcastsPage,
    ),
  },
  {
    path: `${inProject}/broadcasts/:broadcast`,
    lazy: page(
      ['broadcasts', 'message', 'templates'],
      async () => (await import('./pages/broadcast.tsx')).BroadcastPage,
    ),
  },
  {
    path: `${inProject}/messages/:message`,
    lazy: page(
      ['message', 'broadcasts', 'templates'],
      async () => (await import('./pages/message.tsx')).MessagePage,
    ),
  },
  {
    path: `${inProject}/sends`,
    lazy: page(['broadcasts'], async () => (await import('./pages/sends.tsx')).SendsPage),
  },
  {
    path: `${inProject}/knowledge`,
    lazy: page(['knowledge'], async () => (await import('./pages/knowledge.tsx')).KnowledgePage),
  },
  {
    path: `${inProject}/knowledge/new-domain`,
    lazy: page(
      ['knowledge', 'forms'],
      async () => (await import('./pages/knowledge-domain.tsx')).NewDomainPage,
    ),
  },
  {
    path: `${inProject}/knowledge/:source`,
    lazy: page(['knowledge'], async () => (await import('./pages/knowledge-source.tsx')).KnowledgeSourcePage),
  },
  {
    path: `${inProject}/knowledge/:source/edit`,
    lazy: page(
      ['knowledge', 'forms'],
      async () => (await import('./pages/knowledge-domain.tsx')).EditDomainPage,
    ),
  },
  {
    path: `${inProject}/knowledge/:source/pages/:page`,
    lazy: page(['knowledge'], async () => (await import('./pages/knowledge-page.tsx')).IndexedPagePage),
  },
  {
    path: `${inProject}/carriers`,
    lazy: page(
      ['carriers', 'forms', 'effects'],
      async () => (await import('./pages/carriers.tsx')).CarriersPage,
    ),
  },
  {
    path: `${inProject}/models`,
    lazy: page(['models', 'forms', 'effects'], async () => (await import('./pages/models.tsx')).ModelsPage),
  },
  {
    path: `${inProject}/keys`,
    lazy: page(['keys'], async () => (await import('./pages/keys.tsx')).KeysPage),
  },
  ...webhookRoutes,
  {
    path: ':organization/people-and-roles',
    lazy: page(
      ['people', 'secondFactor'],
      async () => (await import('./pages/people-and-roles.tsx')).PeopleAndRolesPage,
    ),
  },
  {
    path: ':organization/do-not-call',
    lazy: page(['doNotCall'], async () => (await import('./pages/do-not-call.tsx')).DoNotCallPage),
  },
  {
    path: ':organization/changes',
    lazy: page(['changes'], async () => (await import('./pages/changes.tsx')).ChangesPage),
  },
]

/** Agents. */
const agentRoutes: RouteObject[] = [
  {
    path: `${inProject}/agents`,
    lazy: page(['agents'], async () => (await import('./pages/agents.tsx')).AgentsPage),
  },
  {
    path: `${inProject}/agents/new`,
    lazy: page(
      ['agents', 'agentForm', 'forms', 'workflows', 'effects'],
      async () => (await import('./pages/agent.tsx')).NewAgentPage,
    ),
  },
  {
    path: `${inProject}/agents/:agent`,
    lazy: page(
      ['agents', 'agentForm', 'forms', 'workflows', 'effects'],
      async () => (await import('./pages/agent.tsx')).AgentPage,
    ),
  },
]

/** Senders, templates and opt-outs of WhatsApp. */
const whatsappRoutes: RouteObject[] = [
  {
    path: `${inProject}/senders`,
    lazy: page(
      ['senders', 'forms', 'effects'],
      async () => (await import('./pages/senders.tsx')).SendersPage,
    ),
  },
  {
    path: `${inProject}/senders/:sender`,
    lazy: page(
      ['senders', 'templates', 'forms', 'effects'],
      async () => (await import('./pages/sender.tsx')).SenderPage,
    ),
  },
  {
    path: `${inProject}/templates`,
    lazy: page(['templates'], async () => (await import('./pages/templates.tsx')).TemplatesPage),
  },
  {
    path: `${inProject}/templates/:template`,
    lazy: page(['templates'], async () => (await import('./pages/template.tsx')).TemplatePage),
  },
  {
    path: `${inProject}/opt-outs`,
    lazy: page(['optOuts'], async () => (await import('./pages/opt-outs.tsx')).OptOutsPage),
  },
]

/** Settings, organizations and health. */
const operationRoutes: RouteObject[] = [
  {
    path: ':organization/settings',
    lazy: page(
      ['settings', 'changes', 'forms', 'effects'],
      async () => (await import('./pages/settings.tsx')).SettingsPage,
    ),
  },
  {
    path: ':organization/guards',
    lazy: page(['guards', 'forms', 'effects'], async () => (await import('./pages/guards.tsx')).GuardsPage),
  },
  {
    path: 'organizations',
    lazy: page(
      ['settings', 'forms', 'effects'],
      async () => (await import('./pages/organizations.tsx')).OrganizationsPage,
    ),
  },
  {
    path: 'health',
    lazy: page(['health'], async () => (await import('./pages/health.tsx')).HealthPage),
  },
]

/** Every page. Pages come when they are looked at, so that the first screen is small. Addresses: path-builder.ts. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <></>,
    children: [
      {
        path: 'sign-in',
        lazy: page(['signIn', 'secondFactor'], async () => (await import('./pages/sign-in.tsx')).SignInPage),
      },
      {
        path: 'welcome',
        lazy: page(['signIn', 'secondFactor'], async () => (await import('./pages/welcome.tsx')).WelcomePage),
      },
      {
        path: 'invited',
        lazy: page(['signIn', 'secondFactor'], async () => (await import('./pages/invited.tsx')).InvitedPage),
      },
      { path: 'parts', lazy: page([], async () => (await import('./pages/parts.tsx')).PartsPage) },
      {
        lazy: page(['refusals', 'shell'], async () => (await import('./components/shell.tsx')).Shell),
        loader: beginShell,
        // What is asked for is kept, and asked for again where it is shown.
        shouldRevalidate: () => false,
        children: [
          { index: true, element: <Start /> },
          {
            path: ':organization/:project/live',
            lazy: page(
              ['live', 'calls', 'campaigns', 'effects'],
              async () => (await import('./pages/live.tsx')).LivePage,
            ),
          },
          {
            path: ':organization/:project/analytics',
            lazy: page(
              ['analytics', 'conversations'],
              async () => (await import('./pages/analytics.tsx')).AnalyticsPage,
            ),
          },
          {
            path: ':organization/:project',
            lazy: page(['home'], async () => (await import('./pages/home.tsx')).HomePage),
          },
          {
            path: ':organization/:project/calls/:id',
            lazy: page(
              ['call', 'calls', 'conversations', 'live', 'effects'],
              async () => (await import('./pages/call.tsx')).CallPage,
            ),
          },
          {
            path: ':organization/:project/conversations',
            lazy: page(
              ['conversations', 'peopleCalled'],
              async () => (await import('./pages/conversations.tsx')).ConversationsPage,
            ),
          },
          {
            path: ':organization/:project/inbox',
            lazy: page(
              ['inbox', 'conversations', 'peopleCalled'],
              async () => (await import('./pages/inbox.tsx')).InboxPage,
            ),
          },
          {
            path: ':organization/:project/conversations/:id',
            lazy: page(
              ['conversations', 'call', 'calls', 'inbox', 'peopleCalled', 'turns', 'tickets'],
              async () => (await import('./pages/conversation.tsx')).ConversationPage,
            ),
          },
          {
            path: 'me',
            lazy: page(
              ['me', 'forms', 'signIn', 'secondFactor'],
              async () => (await import('./pages/me.tsx')).MePage,
            ),
          },
          ...pageRoutes,
          ...agentRoutes,
          ...whatsappRoutes,
          ...operationRoutes,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
