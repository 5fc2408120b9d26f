import type { ReactNode } from 'react'

/** People and roles of an organization. */
export const people = {
  title: 'Personas y roles',
  lead: (organization: string) => `Quién puede ver y cambiar qué en ${organization}.`,
  invite: 'Invitar…',
  inviteTitle: 'Invitar a alguien',
  inviteLead: 'No se envía ningún mensaje: usted recibe un enlace para entregar. Sirve una sola vez.',
  email: 'Correo electrónico',
  name: 'Nombre',
  nameHint: 'La persona puede cambiarlo.',
  role: 'Rol',
  roleMeans: {
    viewer: 've todo, no cambia nada',
    editor: 'además gestiona campañas y flujos, y hace llamadas',
    admin: 'además proveedores de voz, claves, proyectos, editores y lectores',
    owner: 'todo, y el rol de cada persona',
  } as Record<string, string>,
  projects: 'Proyectos',
  allProjects: 'Todos los proyectos, también los futuros',
  inviteAction: 'Invitar',
  linkTitle: 'Entregue este enlace',
  linkBody: (name: ReactNode, time: ReactNode) => (
    <>
      Con él, {name} fija su contraseña. Sirve una sola vez, hasta el {time}, y no se vuelve a mostrar.
    </>
  ),
  linkLabel: 'enlace',
  noLink: (name: ReactNode) => <>{name} ya puede iniciar sesión: no hace falta ningún enlace.</>,
  operatorsLink: (name: ReactNode) => (
    <>
      A {name} también se le conoce en otro lugar. Si aún no puede iniciar sesión, un operador crea el enlace
      con <code dir="ltr">switchboard people link</code>.
    </>
  ),
  person: 'Persona',
  lastSeen: 'Última actividad',
  neverSeen: 'aún no',
  invited: 'con invitación, aún sin contraseña',
  you: 'usted',
  operator: 'operador de la instalación',
  allOf: 'todos',
  change: 'Cambiar rol…',
  changeLabel: (name: string) => `Cambiar el rol de ${name}`,
  changeTitle: (name: string) => `Rol de ${name}`,
  changeBody: 'Sus sesiones se cierran y tendrá que iniciar sesión de nuevo.',
  changeAction: 'Cambiar rol',
  changed: (name: ReactNode) => <>Se cambió el rol de {name}.</>,
  link: 'Nuevo enlace…',
  linkOf: (name: string) => `Nuevo enlace para ${name}`,
  newLinkBody:
    'Para una contraseña perdida o una invitación sin usar. Los enlaces anteriores dejan de servir.',
  newLinkAction: 'Crear enlace',
  endSessions: 'Cerrar sesiones…',
  endSessionsTitle: (name: string) => `¿Cerrar las sesiones de ${name}?`,
  endSessionsBody:
    'Se cierra su sesión en todos los navegadores de inmediato, y tendrá que iniciarla de nuevo. Sus tokens personales siguen vigentes; su rol se conserva.',
  endOwnSessionsBody:
    'Se cierra su sesión en todos los navegadores menos en este. Sus tokens personales siguen vigentes.',
  endSessionsAction: 'Cerrar sesiones',
  ended: (name: ReactNode) => <>Se cerraron todas las sesiones de {name}.</>,
  endedOwn: 'Se cerraron sus demás sesiones.',
  remove: 'Quitar…',
  removeTitle: (name: string) => `¿Quitar a ${name}?`,
  removeBody: 'Pierde su rol aquí, y sus sesiones ya no ven nada de esta organización.',
  removeAction: 'Quitar',
  removed: (name: ReactNode) => <>Se quitó a {name}.</>,
  more: 'Más',
  moreOf: (name: string) => `Más para ${name}`,
  none: 'Aún no hay nadie más aquí.',
  noneNext: 'Invite a quienes se ocupan de las campañas, el soporte y el desarrollo.',
}
