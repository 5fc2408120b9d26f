import { Navigate, Outlet, useHref, useNavigate } from 'react-router'
import type { RouteObject } from 'react-router'
import { RouterProvider as LinkProvider } from 'react-aria-components'
import { ErrorPage, NotFound } from './components/error-page.tsx'
import { SignInWatch } from './components/sign-in-watch.tsx'
import { useCurrentPlace } from './components/use-current-place.ts'
import { useMessages } from './messages/use-messages.ts'
import { paths } from './path-builder.ts'
import { Empty } from './ui/empty.tsx'

const hrefs = { useHref }

/** Lets the links of `ui`, which know no router, move without loading the page again. */
function Root() {
  const navigate = useNavigate()
  return (
    <LinkProvider navigate={(href) => void navigate(href)} {...hrefs}>
      <Outlet />
      <SignInWatch />
    </LinkProvider>
  )
}

/** Leads to the project where the person was last. */
function Start() {
  const { shell } = useMessages()
  const current = useCurrentPlace()
  if (current?.place != null) return <Navigate to={paths.home(current.place)} replace />
  return <Empty next={shell.noProjectNext}>{shell.noProject}</Empty>
}

const inProject = ':organization/:project'

/** Campaigns, workflows, keys, carriers, people and changes. */
const pageRoutes: RouteObject[] = [
  {
    path: `${inProject}/campaigns`,
    lazy: async () => ({ Component: (await import('./pages/campaigns.tsx')).CampaignsPage }),
  },
  {
    path: `${inProject}/campaigns/new`,
    lazy: async () => ({ Component: (await import('./pages/campaign-edit.tsx')).NewCampaignPage }),
  },
  {
    path: `${inProject}/campaigns/:campaign`,
    lazy: async () => ({ Component: (await import('./pages/campaign.tsx')).CampaignPage }),
  },
  {
    path: `${inProject}/campaigns/:campaign/edit`,
    lazy: async () => ({ Component: (await import('./pages/campaign-edit.tsx')).EditCampaignPage }),
  },
  {
    path: `${inProject}/people`,
    lazy: async () => ({ Component: (await import('./pages/people-called.tsx')).PeopleCalledPage }),
  },
  {
    path: `${inProject}/people/:id`,
    lazy: async () => ({ Component: (await import('./pages/person.tsx')).PersonPage }),
  },
  {
    path: `${inProject}/tickets`,
    lazy: async () => ({ Component: (await import('./pages/tickets.tsx')).TicketsPage }),
  },
  {
    path: `${inProject}/workflows`,
    lazy: async () => ({ Component: (await import('./pages/workflows.tsx')).WorkflowsPage }),
  },
  {
    path: `${inProject}/workflows/new`,
    lazy: async () => ({ Component: (await import('./pages/workflow.tsx')).NewWorkflowPage }),
  },
  {
    path: `${inProject}/workflows/:workflow`,
    lazy: async () => ({ Component: (await import('./pages/workflow.tsx')).WorkflowPage }),
  },
  {
    path: `${inProject}/broadcasts`,
    lazy: async () => ({ Component: (await import('./pages/broadcasts.tsx')).BroadcastsPage }),
  },
  {
    path: `${inProject}/broadcasts/:broadcast`,
    lazy: async () => ({ Component: (await import('./pages/broadcast.tsx')).BroadcastPage }),
  },
  {
    path: `${inProject}/messages/:message`,
    lazy: async () => ({ Component: (await import('./pages/message.tsx')).MessagePage }),
  },
  {
    path: `${inProject}/sends`,
    lazy: async () => ({ Component: (await import('./pages/sends.tsx')).SendsPage }),
  },
  {
    path: `${inProject}/knowledge`,
    lazy: async () => ({ Component: (await import('./pages/knowledge.tsx')).KnowledgePage }),
  },
  {
    path: `${inProject}/knowledge/new-domain`,
    lazy: async () => ({ Component: (await import('./pages/knowledge-domain.tsx')).NewDomainPage }),
  },
  {
    path: `${inProject}/knowledge/:source`,
    lazy: async () => ({ Component: (await import('./pages/knowledge-source.tsx')).KnowledgeSourcePage }),
  },
  {
    path: `${inProject}/knowledge/:source/edit`,
    lazy: async () => ({ Component: (await import('./pages/knowledge-domain.tsx')).EditDomainPage }),
  },
  {
    path: `${inProject}/knowledge/:source/pages/:page`,
    lazy: async () => ({ Component: (await import('./pages/knowledge-page.tsx')).IndexedPagePage }),
  },
  {
    path: `${inProject}/carriers`,
    lazy: async () => ({ Component: (await import('./pages/carriers.tsx')).CarriersPage }),
  },
  {
    path: `${inProject}/keys`,
    lazy: async () => ({ Component: (await import('./pages/keys.tsx')).KeysPage }),
  },
  {
    path: ':organization/people-and-roles',
    lazy: async () => ({ Component: (await import('./pages/people-and-roles.tsx')).PeopleAndRolesPage }),
  },
  {
    path: ':organization/changes',
    lazy: async () => ({ Component: (await import('./pages/changes.tsx')).ChangesPage }),
  },
]

/** Senders, templates and opt-outs of WhatsApp. */
const whatsappRoutes: RouteObject[] = [
  {
    path: `${inProject}/senders`,
    lazy: async () => ({ Component: (await import('./pages/senders.tsx')).SendersPage }),
  },
  {
    path: `${inProject}/senders/:sender`,
    lazy: async () => ({ Component: (await import('./pages/sender.tsx')).SenderPage }),
  },
  {
    path: `${inProject}/templates`,
    lazy: async () => ({ Component: (await import('./pages/templates.tsx')).TemplatesPage }),
  },
  {
    path: `${inProject}/templates/:template`,
    lazy: async () => ({ Component: (await import('./pages/template.tsx')).TemplatePage }),
  },
  {
    path: `${inProject}/opt-outs`,
    lazy: async () => ({ Component: (await import('./pages/opt-outs.tsx')).OptOutsPage }),
  },
]

/** Settings, organizations and health. */
const operationRoutes: RouteObject[] = [
  {
    path: ':organization/settings',
    lazy: async () => ({ Component: (await import('./pages/settings.tsx')).SettingsPage }),
  },
  {
    path: 'organizations',
    lazy: async () => ({ Component: (await import('./pages/organizations.tsx')).OrganizationsPage }),
  },
  {
    path: 'health',
    lazy: async () => ({ Component: (await import('./pages/health.tsx')).HealthPage }),
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
        lazy: async () => ({ Component: (await import('./pages/sign-in.tsx')).SignInPage }),
      },
      {
        path: 'welcome',
        lazy: async () => ({ Component: (await import('./pages/welcome.tsx')).WelcomePage }),
      },
      {
        path: 'invited',
        lazy: async () => ({ Component: (await import('./pages/invited.tsx')).InvitedPage }),
      },
      { path: 'parts', lazy: async () => ({ Component: (await import('./pages/parts.tsx')).PartsPage }) },
      {
        lazy: async () => ({ Component: (await import('./components/shell.tsx')).Shell }),
        children: [
          { index: true, element: <Start /> },
          {
            path: ':organization/:project/live',
            lazy: async () => ({ Component: (await import('./pages/live.tsx')).LivePage }),
          },
          {
            path: ':organization/:project/analytics',
            lazy: async () => ({ Component: (await import('./pages/analytics.tsx')).AnalyticsPage }),
          },
          {
            path: ':organization/:project',
            lazy: async () => ({ Component: (await import('./pages/home.tsx')).HomePage }),
          },
          {
            path: ':organization/:project/calls/:id',
            lazy: async () => ({ Component: (await import('./pages/call.tsx')).CallPage }),
          },
          {
            path: ':organization/:project/conversations',
            lazy: async () => ({ Component: (await import('./pages/conversations.tsx')).ConversationsPage }),
          },
          {
            path: ':organization/:project/conversations/:id',
            lazy: async () => ({ Component: (await import('./pages/conversation.tsx')).ConversationPage }),
          },
          { path: 'me', lazy: async () => ({ Component: (await import('./pages/me.tsx')).MePage }) },
          ...pageRoutes,
          ...whatsappRoutes,
          ...operationRoutes,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
