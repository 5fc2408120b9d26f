import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const calls = (count: number) => plural(count, 'es', { one: 'llamada', other: 'llamadas' })
const rows = (count: number) => plural(count, 'es', { one: 'fila', other: 'filas' })
const faults = (count: number) => plural(count, 'es', { one: 'error', other: 'errores' })

/** The tab "From a file" of a campaign. */
export const callBatches = {
  tab: 'Desde un archivo',
  give: 'Llamar a las personas de un archivo',
  giveLead:
    'CSV con una primera línea que nombra las columnas, una de ellas phone_number, o NDJSON. Cada una de las demás columnas es un valor que la campaña puede decir.',
  drop: 'Arrastre aquí un archivo CSV o NDJSON, o',
  dropLabel: 'Un archivo de llamadas',
  pick: 'Elija un archivo',
  bounds:
    'Como máximo, 100\u00a0000 filas y 32 MB. No se llama a nadie antes de que usted vea qué ocurriría.',
  checking: (name: ReactNode) => <>Comprobando {name}…</>,
  another: 'Otro archivo',
  would: (shown: ReactNode, count: number) => (
    <>
      <b>{shown}</b>{' '}
      {plural(count, 'es', {
        one: 'llamada se pondría en cola',
        other: 'llamadas se pondrían en cola',
      })}
    </>
  ),
  wouldNone: 'Ninguna fila de este archivo daría lugar a una llamada',
  ofRows: (name: ReactNode, all: string, count: number) => (
    <>
      {name}: {all} {rows(count)}.
    </>
  ),
  summary: 'Qué ocurriría',
  first: 'Primera llamada',
  last: 'Última llamada',
  hours: 'Horario de llamadas ahora',
  hoursOpen: 'abierto',
  hoursAlways: 'siempre abierto',
  hoursOpenUntil: (at: ReactNode) => <>abierto hasta el {at}</>,
  hoursClosed: (at: ReactNode) => <>cerrado, abre el {at}</>,
  never: 'no antes de que termine la campaña',
  assumes: 'Supuestos',
  assumption: (slots: string, seconds: string, before: string, source: 'latest_calls' | 'assumption') =>
    `${slots} a la vez, ${seconds} s por llamada (${source === 'assumption' ? 'aún no ha terminado ninguna llamada de esta campaña' : 'como sus últimas llamadas'}), llamadas en espera que van antes: ${before}, y sin reintentos.`,
  tooLate: (shown: string, count: number) =>
    `${shown} ${plural(count, 'es', { one: 'llamada no se marcaría', other: 'llamadas no se marcarían' })} antes de que termine la campaña.`,
  paused: 'La campaña está en pausa: las llamadas esperan hasta que se reanude.',
  refused: (message: ReactNode) => <>La campaña no acepta llamadas ahora: {message}.</>,
  earlier:
    'Este archivo ya se entregó antes. Póngalo en cola solo si hay que llamar otra vez a las mismas personas.',
  toEarlier: 'Ver qué pasó con él',
  leftOut: 'Filas omitidas',
  leftOutNone: 'Cada fila da lugar a una llamada.',
  kinds: {
    invalid: 'no se puede leer o tiene un valor no permitido',
    number: 'no tiene un número al que se pueda llamar',
    do_not_call: 'tiene un número que está en la lista de no llamar',
    repeated: 'repite el número de una fila anterior',
    waiting: 'tiene un número con una llamada en espera o en curso',
    incomplete: 'carece de un valor que la campaña dice',
  },
  kind: 'La fila',
  count: 'Filas',
  include: {
    repeated: (shown: string, count: number) =>
      `Poner en cola también ${shown} ${rows(count)} con un número de una fila anterior`,
    waiting: (shown: string, count: number) =>
      `Poner en cola también ${shown} ${rows(count)} con un número que ya espera o al que se está llamando`,
    incomplete: (shown: string, count: number) =>
      `Poner en cola también ${shown} ${rows(count)} sin algún valor; al hablar se omite`,
  },
  faultsTitle: 'Errores por línea',
  faultsShown: (shown: string, all: string) => `Los primeros ${shown} de ${all} errores.`,
  faultsKept: (kept: string, all: string) => `Solo se guardan los primeros ${kept} de ${all} errores.`,
  line: 'Línea',
  field: 'Valor',
  wholeRow: 'la fila',
  fault: 'Qué está mal',
  queue: (shown: string, count: number) =>
    count === 1 ? 'Poner en cola esta llamada' : `Poner en cola estas ${shown} ${calls(count)}`,
  queueAgain: (shown: string, count: number) => `Poner en cola ${shown} ${calls(count)} otra vez`,
  queued: (shown: string, count: number) =>
    `${plural(count, 'es', { one: 'Se está poniendo', other: 'Se están poniendo' })} en cola ${shown} ${calls(count)}.`,
  listTitle: 'Archivos',
  none: 'Esta campaña no ha recibido ningún archivo.',
  noneNext:
    'Primero se comprueba el archivo completo: errores por línea, números repetidos y números que ya esperan.',
  name: 'Archivo',
  unnamed: 'Sin nombre',
  state: 'Estado',
  states: {
    queueing: 'poniéndose en cola',
    queued: 'en cola',
    stopped: 'detenido',
    canceling: 'cancelándose',
    canceled: 'cancelado',
  },
  by: (name: ReactNode) => <>por {name}</>,
  acceptedOf: (accepted: string, all: string) => `${accepted} de ${all}`,
  calls: 'Llamadas de las filas',
  given: 'Entregado',
  back: 'Todos los archivos',
  progress: 'En cola',
  progressOf: (done: string, all: string) => `${done} de ${all}`,
  notQueued: (shown: string, count: number) =>
    `${shown} ${plural(count, 'es', { one: 'fila no dio', other: 'filas no dieron' })} lugar a una llamada.`,
  outcomes: 'Qué ha pasado con ellas',
  outcome: 'Resultado',
  share: 'Proporción',
  noOutcome: 'Ninguna fila ha dado lugar aún a una llamada.',
  noOutcomeNext: 'Un worker las pone en cola; esta página se actualiza sola.',
  toCalls: 'Ver las llamadas',
  export: 'Exportar resultados',
  cancel: 'Cancelar lo que espera…',
  cancelOver: 'Ya no espera nada de este archivo.',
  cancelTitle: (name: string) => `¿Cancelar lo que espera de ${name}?`,
  cancelBody:
    'Las filas que aún no son llamadas ya no lo serán, y las llamadas en espera se cancelan. Las llamadas en curso continúan, sin reintentos.',
  cancelAction: 'Cancelar lo que espera',
  keep: 'Conservar',
  canceled: 'Se está cancelando lo que espera.',
  stopped: 'Detenido: la campaña ya no acepta llamadas.',
  stoppedNext: 'Cuando vuelva a aceptarlas, se podrán poner en cola las filas restantes.',
  resume: 'Continuar',
  resumed: 'Las filas restantes se están poniendo en cola.',
  faultsCount: (shown: string, count: number) => `${shown} ${faults(count)}`,
  idName: 'batch_id',
  format: 'Formato',
}
