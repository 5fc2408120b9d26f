import type { ReactNode } from 'react'

export const common = {
  withheld: 'número oculto',
  crumbs: 'Dónde está esta página',
  product: 'Switchboard',
  loading: 'Cargando',
  save: 'Guardar',
  discard: 'Descartar',
  cancel: 'Cancelar',
  leaveTitle: '¿Salir sin guardar?',
  stay: 'Quedarse',
  leave: 'Salir',
  leaveSaving: 'Los cambios aún se están guardando. Se pierde lo que falle o lo que haya escrito después.',
  leaveTyped: 'Lo que ha escrito se perdería.',
  close: 'Cerrar',
  answerFirst: 'Espere la respuesta.',
  remove: 'Quitar',
  back: 'Volver',
  tryAgain: 'Reintentar',
  changed: 'modificado',
  optional: 'opcional',
  asCurl: 'Como curl',
  curlTitle: 'Esta página como solicitud',
  curlHint: (
    <>
      Ponga un token personal en <code>SWITCHBOARD_TOKEN</code>. Puede crearlo en el menú de su nombre.
    </>
  ),
  curlHintProject: (
    <>
      Ponga una clave del proyecto en <code>SWITCHBOARD_KEY</code>.
    </>
  ),
  none: 'ninguno',
  never: 'nunca',
  utc: (time: string) => `${time} UTC`,
  yourTime: (time: string, zone: string) => `${time} ${zone}, su hora`,
  page: (from: string, to: string, total: string) => `${from} a ${to} de ${total}`,
  nextPage: (count: string) => `${count} siguientes`,
  previousPage: (count: string) => `${count} anteriores`,
  pages: 'Páginas de la lista',
  filters: 'Filtros',
  filtersChosen: (count: number) => `Filtros: ${count}`,
  search: 'Buscar',
  allFilter: 'Todo',
  clearFilters: 'Mostrar todo',
  noMatch: 'Nada coincide con estos filtros.',
  notFound: 'No hay nada en esta dirección.',
  notFoundNext: 'Puede estar mal escrita o pertenecer a un proyecto que usted no puede ver.',
  toStart: 'Ir al inicio',
  pageFailed: 'Esta página ha fallado.',
  pageFailedNext:
    'Lo que guardó está a salvo. Cargue la página de nuevo; si vuelve a fallar, comunique el texto de abajo.',
  loadAgain: 'Cargar de nuevo',
  newVersion: 'El panel se ha actualizado. Cárguelo de nuevo para continuar.',
  notAllowed: (role: string) => `Se necesita el rol de ${role}.`,
  askForRole: 'Un propietario de la organización puede dárselo.',
  askOwners: (names: ReactNode) => <>{names} puede dárselo.</>,
  askOperator: 'Quien administra la instalación puede nombrarle.',
  forSomeProjects: 'Esto afecta a toda la organización, y su rol vale para algunos de sus proyectos.',
  askForAllProjects:
    'Un propietario o administrador de la organización puede dárselo para todos los proyectos.',
  roles: {
    viewer: 'lector',
    editor: 'editor',
    admin: 'administrador',
    owner: 'propietario',
    operator: 'operador',
  },
}
