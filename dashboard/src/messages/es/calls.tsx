import type { ReactNode } from 'react'

/** "1.º", "2.º". */
function ordinal(count: number): string {
  return `${count}.º`
}

/** What is said of a call wherever it stands. */
export const calls = {
  ordinal,
  states: {
    waiting: 'en espera',
    dialling: 'marcando',
    unresolved: 'sin confirmar',
    ringing: 'sonando',
    live: 'en conversación',
    completed: 'completada',
    voicemail: 'buzón de voz',
    no_answer: 'sin contestar',
    busy: 'ocupado',
    failed: 'fallida',
    canceled: 'cancelada',
    expired: 'expirada',
    never_placed: 'no realizada',
    initiated: 'marcando',
  } as Record<string, string>,
  calledIn: 'llamó',
  speaking: (since: ReactNode) => <>En conversación desde las {since}</>,
  rings: (since: ReactNode) => <>Sonando desde las {since}</>,
  dialled: (at: ReactNode) => <>Marcada a las {at}, el proveedor aún no ha respondido</>,
  unresolved: (since: ReactNode) => (
    <>Sin confirmar desde las {since} si el proveedor aceptó la llamada. Se le consulta hasta que responda</>
  ),
  attempt: (number: number) => `, intento ${number}`,
  waitsFor: {
    paused: 'Espera a que se reanude su campaña',
    hours: 'Fuera del horario de llamadas',
    slot: 'Espera una línea libre',
    number: 'Espera a que termine la otra llamada a este número',
    retry: 'Se intentará de nuevo',
    carrier_rate: 'Espera a que el proveedor acepte más llamadas',
    guard: 'Espera por un límite de protección',
  } as Record<string, string>,
  guards: {
    country: 'países',
    number_type: 'tipos de números',
    rate: 'tarifas',
    dials_a_day: 'llamadas al día',
    minutes_a_day: 'minutos al día',
    spend_a_day: 'gasto al día',
    number_dials_a_day: 'llamadas a un número al día',
    number_dials_a_week: 'llamadas a un número en siete días',
    block_dials_an_hour: 'llamadas a un bloque de números por hora',
  } as Record<string, string>,
  place: (place: number, total: ReactNode) => (
    <>
      ,{' '}
      <b>
        {ordinal(place)} de {total}
      </b>
    </>
  ),
  inLine: (place: number) => (
    <>
      , <b>{ordinal(place)} en la cola</b>
    </>
  ),
  since: (at: ReactNode) => <>, desde {at}</>,
  until: (at: ReactNode) => (
    <>
      , hasta <b>{at}</b>
    </>
  ),
  firstDial: (at: ReactNode, duration: ReactNode) => (
    <>
      . Se marcará el <b>{at}</b>, dentro de {duration}
    </>
  ),
  triesAgain: (at: ReactNode) => (
    <>
      Próximo intento: <b>{at}</b>
    </>
  ),
  retryWhy: (outcome: string, at: ReactNode, number: number) => (
    <>
      ; intento {number}, a las {at}: {outcome}
    </>
  ),
  noWorker: (place: ReactNode, since: ReactNode) => (
    <>
      Espera un worker{place}, desde {since}
    </>
  ),
  forRelease: (place: ReactNode, since: ReactNode) => (
    <>
      Espera a que se libere el servicio{place}, desde {since}
    </>
  ),
  releaseAdvice: 'Todo el servicio está retenido. Un operador lo libera.',
  workerAdvice: 'Ningún worker está en marcha. Un operador inicia uno.',
  cancelButton: 'Cancelar la llamada…',
  cancelUnderWay: 'El proveedor la termina, aunque alguien esté hablando, y no se vuelve a marcar.',
  advice: {
    paused: 'Quien pueda editar la campaña la reanuda, en la página de la campaña o en la página En vivo.',
    hours: 'No hay que hacer nada. Lo decide el horario de la campaña.',
    slot: 'Saldrá automáticamente. Con más líneas para la campaña saldrá antes.',
    number:
      'A un número se le hace una sola llamada a la vez. Saldrá automáticamente cuando termine la otra.',
    retry: 'Saldrá automáticamente. Cancelar la descarta.',
    carrier_rate: 'Saldrá automáticamente. El límite de llamadas por segundo se fija en Proveedores de voz.',
    guard:
      'Saldrá automáticamente cuando el límite vuelva a contar. Un propietario lo amplía en Límites de protección.',
  } as Record<string, string>,
  beyondDayAdvice:
    'No saldrá ningún día: puede durar o costar más de lo que los límites permiten en un día entero. Un propietario los amplía en Límites de protección.',
}
