import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The health of the installation, for operators. */
export const health = {
  title: 'Estado del sistema',
  well: 'La instalación funciona bien: hay workers en marcha, nada se retrasa y ninguna cuenta tiene errores.',
  faults: (count: number) =>
    `Hay ${count} ${plural(count, 'es', { one: 'cosa', other: 'cosas' })} por corregir.`,
  lead: 'Los procesos, el trabajo que los espera y las cuentas en los proveedores.',
  checks: 'Comprobaciones',
  run: 'Ejecutar las comprobaciones',
  running: 'Las comprobaciones consultan la base de datos y a cada proveedor; tardan unos segundos.',
  ranAt: (time: ReactNode) => <>Todas las comprobaciones de “switchboard doctor”, ejecutadas el {time}.</>,
  notRun: 'Solo lo que no requiere consultar a un proveedor. El botón ejecuta el resto.',
  check: 'Qué',
  result: 'Resultado',
  statuses: { ok: 'bien', warn: 'por revisar', fail: 'por corregir' },
  finding: (check: ReactNode, message: ReactNode) => (
    <>
      <b>{check}</b>: {message}
    </>
  ),
  mend: (todo: ReactNode) => <>Qué hacer: {todo}.</>,
  processes: 'Procesos',
  noProcess: 'No se ha visto ningún proceso en un día.',
  noProcessNext: 'Un operador inicia “switchboard serve”, o “switchboard api” y “switchboard worker”.',
  kind: 'Tipo',
  kinds: { serve: 'API y worker', api: 'API', worker: 'worker' } as Record<string, string>,
  host: 'Host',
  version: 'Versión',
  started: 'Inicio',
  seen: 'Visto por última vez',
  alive: 'en marcha',
  gone: 'ya no se ve',
  goneTodo: 'Terminó sin avisar o su host no está disponible. Su trabajo continúa en otros.',
  otherVersions:
    'Ejecutan versiones distintas. Está bien mientras una reemplaza a la otra, pero no por mucho tiempo.',
  waiting: 'Trabajo pendiente',
  job: 'Tarea',
  oldest: 'Más antiguo',
  nothing: 'nada pendiente',
  late: 'espera demasiado',
  due: 'toca ahora',
  lateTodo: '¿Hay un worker en marcha? Si lo hay, su registro dice qué lo retiene.',
  jobs: {
    'serve queues': 'Llamadas por marcar',
    'poll stale attempts': 'Llamadas por consultar al proveedor',
    'process webhook events': 'Mensajes y avisos de WhatsApp',
    'mark stale sends unresolved': 'Mensajes sin respuesta de WhatsApp',
    'sync templates': 'Plantillas por leer de WhatsApp',
    'run crawls': 'Rastreos por continuar',
    'recrawl domains': 'Dominios por rastrear de nuevo',
  } as Record<string, string>,
  accounts: 'Cuentas en los proveedores',
  noAccount: 'Ningún proyecto tiene aún un proveedor de voz ni un remitente de WhatsApp.',
  noAccountNext: 'Los proveedores de voz se agregan en un proyecto, en Proveedores de voz.',
  account: 'Cuenta',
  place: 'De',
  state: 'Estado',
  accountKinds: {
    voice_carrier: 'Proveedor de voz',
    whatsapp_sender: 'Remitente de WhatsApp',
  } as Record<string, string>,
  states: {
    works: 'funciona',
    held: 'no acepta llamadas ahora',
    failed: 'rechazada',
    disconnected: 'desconectada',
    unknown: 'no se pudo contactar',
    unchecked: 'aún sin comprobar',
  } as Record<string, string>,
  todos: {
    held: 'Las llamadas esperan y continúan automáticamente. Compruebe si se puede contactar con el proveedor.',
    failed: 'Fije sus credenciales tal como las muestra la consola del proveedor.',
    disconnected: 'No se envían mensajes desde ella. Un administrador la conecta de nuevo.',
    unknown: 'Compruebe si esta máquina llega hasta el proveedor y si la dirección es correcta.',
  } as Record<string, string | undefined>,
  since: (at: ReactNode) => <>desde el {at}</>,
  until: (at: ReactNode) => <>hasta las {at}</>,
  address: 'Dirección pública',
  addressIs: (address: ReactNode) => <>Los proveedores llaman de vuelta a {address}.</>,
  addressTodo: 'Se fija con PUBLIC_URL. “Ejecutar las comprobaciones” verifica si lleva hasta aquí.',
}
