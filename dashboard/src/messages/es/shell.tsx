import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

export const shell = {
  skip: 'Saltar al contenido',
  navigation: 'Secciones',
  home: 'Inicio',
  live: 'En vivo',
  analytics: 'Analítica',
  campaigns: 'Campañas',
  broadcasts: 'Difusiones',
  conversations: 'Conversaciones',
  inbox: 'Bandeja de entrada',
  inboxCount: (count: string, number: number) =>
    `, ${count} ${plural(number, 'es', { one: 'conversación', other: 'conversaciones' })} con una persona`,
  peopleCalled: 'Contactos',
  tickets: 'Tickets',
  workflows: 'Flujos',
  agents: 'Agentes',
  knowledge: 'Base de conocimiento',
  carriers: 'Proveedores de voz',
  models: 'Modelos',
  senders: 'Remitentes',
  templates: 'Plantillas',
  doNotCall: 'Lista de no llamar',
  optOuts: 'Bajas',
  keys: 'Claves',
  webhooks: 'Webhooks',
  events: 'Eventos',
  peopleAndRoles: 'Personas y roles',
  changes: 'Cambios',
  guards: 'Límites de protección',
  settings: 'Configuración',
  health: 'Estado del sistema',
  underWay: (count: string, number: number) =>
    `, ${count} ${plural(number, 'es', { one: 'llamada', other: 'llamadas' })} en curso`,
  stateHeld: 'Retenido',
  stateNoWorker: 'Ningún worker',
  demoStop: 'Detener las llamadas de la demo',
  demoStart: 'Dejar que la demo llame',
  demoStopped: 'La demo ya no hace llamadas. Las que están en curso continúan.',
  demoStarted: 'La demo hace una llamada de vez en cuando mientras alguien mira.',
  me: 'Su cuenta',
  signOut: 'Cerrar sesión',
  signOutFailed: (reason: ReactNode) => (
    <>No se ha podido cerrar la sesión; puede que siga abierta. {reason}</>
  ),
  reference: 'Referencia de la API',
  more: 'Más',
  moreActions: 'Más acciones',
  find: 'Buscar',
  findLabel: 'Buscar un número, un ID o un nombre',
  paste: 'Pegar',
  pasteLabel: 'Pegar y buscar',
  findHint: 'Escriba o pegue un número de teléfono, un ID o parte de un nombre.',
  findNothing: (text: string) => `Nada se llama “${text}”, y no es un ID ni un número de esta organización.`,
  findNext:
    'Compruebe la organización en la parte superior de la barra lateral; no se busca en otras organizaciones.',
  liveNow: 'en curso',
  kinds: {
    call: 'Llamada',
    campaign: 'Campaña',
    conversation: 'Conversación',
    project: 'Proyecto',
    api_key: 'Clave',
    workflow: 'Flujo',
    agent: 'Agente',
    model_account: 'Cuenta de modelo',
    webhook_endpoint: 'Punto de webhooks',
    voice_carrier: 'Proveedor de voz',
    message: 'Mensaje',
    broadcast: 'Difusión',
    source: 'Fuente',
    ticket: 'Ticket',
    whatsapp_sender: 'Remitente',
    whatsapp_template: 'Plantilla',
    caller_id: 'Número de origen',
    person: 'Persona',
  } as Record<string, string>,
  keysTitle: 'Atajos de teclado',
  keysLabel: 'Teclas',
  keyFind: 'Buscar cualquier cosa',
  keyHelp: 'Mostrar esta lista',
  keyCopy: 'Copiar el ID del elemento enfocado o de la página',
  keyGo: (place: string) => `Ir a ${place}`,
  copied: (id: string) => `Copiado: ${id}`,
  switcher: 'Organización y proyecto',
  allOrganizations: (count: string) => `Todas las organizaciones (${count})`,
  time: (zone: string) => `Hora de ${zone}`,
  stateLive: 'En vivo',
  stateConnecting: 'Conectando',
  stateLost: (time: string) => `Actualizado ${time}, reconectando`,
  organizations: 'Organizaciones',
  noOrganization: 'Aún no hay ninguna organización',
  noOrganizationNext: 'Cree la primera en «Organizaciones» y después sus proyectos.',
  firstProject: (name: ReactNode) => <>{name} aún no tiene ningún proyecto</>,
  firstProjectNext:
    'Las campañas, los proveedores de voz y las claves están en un proyecto: cree el primero en la configuración.',
  noProject: 'Aún no puede ver ningún proyecto',
  noProjectNext:
    'Pida un rol a un propietario o administrador de su organización y cargue esta página de nuevo.',
  insecure: 'Esta página llega por http sin cifrar, así que cualquiera en la red puede leerla.',
  insecureMore: 'Un operador pone TLS delante del servicio y cambia PUBLIC_URL a https.',
  heldTitle: 'El servicio está retenido: su base de datos se restauró o se copió, o un operador lo detuvo.',
  heldBody: 'Muestra todo, pero no llama ni envía nada. Un operador lo libera.',
  noWorkerNever: 'Ningún worker en marcha: no se marca nada.',
  noWorkerTitle: (at: ReactNode, duration: ReactNode) => (
    <>
      Ningún worker en marcha: no se marca nada desde el {at} ({duration}).
    </>
  ),
  openHealth: 'Abrir el estado del sistema',
  noWorkerBodyMore: (waiting: string) =>
    `Más de ${waiting} llamadas conservan su lugar; las llamadas en curso continúan.`,
  noWorkerBody: (waiting: string, count: number) =>
    `${waiting} ${plural(count, 'es', { one: 'llamada conserva', other: 'llamadas conservan' })} su lugar; las llamadas en curso continúan.`,
  lastSeen: (host: ReactNode, version: ReactNode) => (
    <>
      {' '}
      Visto por última vez: worker en {host}, versión {version}.
    </>
  ),
  startOne: ' Un operador inicia uno con “switchboard worker” o “switchboard serve”.',
}
