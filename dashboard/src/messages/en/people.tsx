import type { ReactNode } from 'react'

/** People and roles of an organization. */
export const people = {
  title: 'People and roles',
  lead: (organization: string) => `Who may see and change what in ${organization}.`,
  invite: 'Invite…',
  inviteTitle: 'Invite somebody',
  inviteLead: 'No message is sent: you get a link to hand over. It is good once.',
  email: 'Email address',
  name: 'Name',
  nameHint: 'They may change it.',
  role: 'Role',
  roleMeans: {
    viewer: 'sees everything, changes nothing',
    editor: 'also runs campaigns and workflows, and places calls',
    admin: 'also carriers, keys, projects, editors and viewers',
    owner: 'everything, and everybody’s role',
  } as Record<string, string>,
  projects: 'Projects',
  allProjects: 'All projects, those to come too',
  inviteAction: 'Invite',
  linkTitle: 'Hand this link over',
  linkBody: (name: ReactNode, time: ReactNode) => (
    <>
      {name} sets a password with it. It is good once, until {time}, and not shown again.
    </>
  ),
  linkLabel: 'link',
  noLink: (name: ReactNode) => <>{name} can sign in already: no link is needed.</>,
  operatorsLink: (name: ReactNode) => (
    <>
      {name} is known elsewhere too. If they can not sign in yet, an operator makes the link, with{' '}
      <code dir="ltr">switchboard people link</code>.
    </>
  ),
  person: 'Person',
  lastSeen: 'Last seen',
  neverSeen: 'not yet',
  invited: 'invited, has not set a password',
  you: 'you',
  operator: 'operator of the installation',
  allOf: 'all',
  change: 'Change role…',
  changeLabel: (name: string) => `Change the role of ${name}`,
  changeTitle: (name: string) => `Role of ${name}`,
  changeBody: 'Their sessions end, and they sign in again.',
  changeAction: 'Change role',
  changed: (name: ReactNode) => <>The role of {name} is changed.</>,
  link: 'New link…',
  linkOf: (name: string) => `New link for ${name}`,
  newLinkBody: 'For a lost password or an invitation that was not used. Older links are no longer good.',
  newLinkAction: 'Make link',
  endSessions: 'End sessions…',
  endSessionsTitle: (name: string) => `End the sessions of ${name}?`,
  endSessionsBody:
    'They are signed out of every browser at once, and sign in again. Their personal tokens go on; their role stays.',
  endOwnSessionsBody: 'You are signed out of every browser but this one. Your personal tokens go on.',
  endSessionsAction: 'End sessions',
  ended: (name: ReactNode) => <>{name} is signed out everywhere.</>,
  endedOwn: 'You are signed out everywhere else.',
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeBody: 'They lose their role here, and their sessions see nothing of this organization any more.',
  removeAction: 'Remove',
  removed: (name: ReactNode) => <>{name} is removed.</>,
  more: 'More',
  moreOf: (name: string) => `More for ${name}`,
  none: 'Nobody else is here yet.',
  noneNext: 'Invite the people who run campaigns, support and development.',
}
