import type { ReactNode } from 'react'

/** The page of one call: what is, in one sentence, then how it came to that. */
export const call = {
  tab: (number: string) => `Llamada a ${number}`,
  tabInbound: (number: string) => `Llamada de ${number}`,
  missing: 'Llamada',
  titles: {
    live: (who: ReactNode, at: ReactNode) => (
      <>
        En conversación con {who} desde las {at}.
      </>
    ),
    ringing: (who: ReactNode, at: ReactNode) => (
      <>
        El teléfono de {who} suena desde las {at}.
      </>
    ),
    dialling: (who: ReactNode, at: ReactNode) => (
      <>
        Llamada a {who} marcada a las {at}; el proveedor aún no ha respondido.
      </>
    ),
    unresolved: (who: ReactNode, at: ReactNode) => (
      <>
        Sin confirmar desde las {at} si el proveedor aceptó la llamada a {who}.
      </>
    ),
    completed: (who: ReactNode, at: ReactNode) => (
      <>
        Se habló con {who}; la conversación terminó el {at}.
      </>
    ),
    voicemail: (who: ReactNode, at: ReactNode) => (
      <>
        En el teléfono de {who} respondió un contestador el {at}.
      </>
    ),
    no_answer: (who: ReactNode, at: ReactNode) => (
      <>
        {who} no contestó el {at}.
      </>
    ),
    busy: (who: ReactNode, at: ReactNode) => (
      <>
        El teléfono de {who} estaba ocupado el {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        La llamada a {who} falló el {at}.
      </>
    ),
    canceled: (who: ReactNode, at: ReactNode) => (
      <>
        La llamada a {who} se canceló el {at}.
      </>
    ),
    expired: (who: ReactNode, at: ReactNode) => (
      <>
        La llamada a {who} expiró el {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  /** Where the person called. */
  inboundTitles: {
    live: (who: ReactNode, at: ReactNode) => (
      <>
        {who} llamó y habla desde las {at}.
      </>
    ),
    ringing: (who: ReactNode, at: ReactNode) => (
      <>
        {who} llama desde las {at}.
      </>
    ),
    completed: (who: ReactNode, at: ReactNode) => (
      <>
        {who} llamó; la conversación terminó el {at}.
      </>
    ),
    no_answer: (who: ReactNode, at: ReactNode) => (
      <>
        {who} llamó cuando nadie podía atender, el {at}.
      </>
    ),
    busy: (who: ReactNode, at: ReactNode) => (
      <>
        {who} llamó con todas las líneas ocupadas, el {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        La llamada de {who} falló el {at}.
      </>
    ),
    canceled: (who: ReactNode, at: ReactNode) => (
      <>
        Terminamos la llamada de {who} el {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  inboundAdvice: {
    no_answer: 'Oyó el motivo. Nadie le devuelve la llamada de forma automática.',
    busy: 'Oyó que todas las líneas están ocupadas. Nadie le devuelve la llamada de forma automática.',
    failed: 'Busque la causa en la página del proveedor.',
  } as Record<string, string>,
  direction: 'Dirección',
  waits: (who: ReactNode, sentence: ReactNode) => (
    <>
      {who}: {sentence}.
    </>
  ),
  advice: {
    unresolved:
      'Mientras tanto no se vuelve a marcar, para no llamar dos veces a nadie. Se consulta al proveedor hasta que responda.',
    no_answer: 'No quedan intentos. Llame de nuevo o deje que la campaña haga más intentos.',
    busy: 'No quedan intentos. Llame de nuevo o deje que la campaña haga más intentos.',
    voicemail: 'No quedan intentos. Llame de nuevo a otra hora del día.',
    canceled: 'Ya no se marca. Si fue un error, llame de nuevo.',
    expired:
      'Su campaña terminó antes de que le llegara el turno. Llame de nuevo cuando la campaña dure más.',
    failed: 'Llame de nuevo cuando la causa esté corregida.',
  } as Record<string, string>,
  failedAdvice: {
    number: 'Compruebe el número con quien lo dio; volver a llamar no servirá.',
    account: 'Un administrador lo corrige en Proveedores de voz; después, llame de nuevo.',
    general: 'Llame de nuevo; si vuelve a fallar, consulte la página del proveedor.',
    rate: 'Llame de nuevo o reduzca las llamadas por segundo en Proveedores de voz.',
    fault: 'El proveedor tuvo un fallo propio. Llame de nuevo dentro de unos minutos.',
  },
  failedWhy: (reason: ReactNode) => <>Motivo: {reason}. </>,
  code: (code: ReactNode) => <>código {code}</>,
  talked: (duration: ReactNode) => <>La conversación duró {duration}. </>,
  cancelRequested: (at: ReactNode) => (
    <>Cancelación solicitada a las {at}; el proveedor tiene que confirmar el final. </>
  ),
  placeAgain: 'Llamar de nuevo…',
  placeTitle: (number: string) => `¿Llamar de nuevo a ${number}?`,
  placeBody: (campaign: ReactNode) => (
    <>
      Se realiza una llamada nueva según las reglas de {campaign}, con las mismas variables. Esta queda como
      está.
    </>
  ),
  placeAction: 'Llamar',
  placed: 'La nueva llamada está registrada. Esta es su página.',
  attempts: 'Intentos',
  legend: (zone: string) => `Hora de ${zone}; nuestra`,
  legendCarrier: 'del proveedor',
  noAttempts: 'Aún sin marcar.',
  attempt: (number: string) => number,
  about: {
    completed: (duration: ReactNode) => <>conversación de {duration}</>,
    live: () => <>en conversación</>,
    ringing: () => <>sonando</>,
    dialling: () => <>marcando</>,
    unresolved: () => <>sin confirmar</>,
    no_answer: () => <>sin contestar</>,
    busy: () => <>ocupado</>,
    failed: () => <>fallida</>,
    canceled: () => <>cancelada</>,
    never_placed: () => <>el proveedor nunca la realizó</>,
  } as Record<string, (duration: ReactNode) => ReactNode>,
  events: {
    placed: 'Registrada',
    dialled: 'Marcada',
    queued: 'Aceptada por el proveedor',
    initiated: 'Marcada por el proveedor',
    ringing: 'Sonando',
    'in-progress': 'Contestada',
    completed: 'Colgada',
    busy: 'Ocupado',
    'no-answer': 'Sin contestar',
    failed: 'Fallida',
    canceled: 'Cancelada',
    human: 'Una persona, no un contestador',
    machine: 'Un contestador',
    unknownAnswer: 'No se sabe si es una persona o un contestador',
  } as Record<string, string>,
  sources: {
    created: 'en la solicitud',
    asked: 'al consultarlo',
    instructions: 'al pedir el paso siguiente',
    machine_detection: 'detección de contestador',
    inbound: 'al llegar la llamada',
  } as Record<string, string>,
  speakingNow: (duration: ReactNode) => <>En conversación, {duration}</>,
  lag: (seconds: ReactNode) => <>+{seconds} s</>,
  waited: (duration: ReactNode) => <>{duration} hasta el siguiente intento.</>,
  retries: (at: ReactNode, duration: ReactNode) => (
    <>
      Próximo intento: {at}, dentro de {duration}.
    </>
  ),
  fault: (reason: ReactNode) => <>Falló: {reason}</>,
  track: { waits: 'en espera', rings: 'sonando' },
  trackAttempt: (ordinal: string, state: string) => `${ordinal}, ${state}`,
  transcript: 'Transcripción',
  grows: 'se completa mientras se habla',
  noTranscript: 'Aún no se ha dicho nada.',
  noTranscriptNext: 'Lo que se diga aparecerá aquí al momento.',
  neverSpoken: 'No se dijo nada.',
  speakers: { agent: 'Agente', customer: 'Cliente', system: 'Evento' } as Record<string, string>,
  wholeConversation: 'La conversación',
  customer: 'Cliente',
  noVariables: 'La llamada se registró sin variables.',
  moves: 'Qué ocurrió',
  moveReasons: {
    placed: 'Aceptada y puesta en cola',
    started_at_once: 'Aceptada e iniciada de inmediato',
    caller_connected: 'Una persona llamó y se la atendió',
    caller_turned_away: 'Una persona llamó y no se la atendió: cerrada, en pausa o sin línea libre',
    claimed: 'Le ha llegado el turno',
    retry: 'Espera el siguiente intento, según la campaña',
    not_placed: 'El proveedor no la aceptó',
    campaign_paused: 'Vuelve a la cola: la campaña está en pausa',
    do_not_call: 'Cancelada: el número está en la lista de no llamar',
    guard: 'Un límite no permite la llamada',
    hours_closed: 'Fuera del horario de llamadas',
    too_late: 'Vuelve a la cola: era tarde para preguntar al proveedor',
    database_held: 'Vuelve a la cola: el servicio está retenido',
    account_unusable: 'Vuelve a la cola: no se puede abrir la cuenta del proveedor',
    callee_zone_unknown: 'No se conoce la zona horaria del número',
    carrier_silent: 'El proveedor no dijo si aceptó la llamada',
    carrier_report: 'El proveedor informó de un cambio',
    carrier_rejected: 'El proveedor la rechazó',
    carrier_lost_call: 'El proveedor ya no reconoce la llamada',
    canceled: 'Cancelada por una persona o un programa',
    campaign_ended: 'La campaña ha terminado',
    campaign_not_ready: 'La campaña no estaba lista',
  } as Record<string, string>,
  /** What the carrier reported, by the state that the call then had. */
  carrierReports: {
    dialling: 'El proveedor informó de que está marcando',
    ringing: 'El proveedor informó de que el teléfono suena',
    live: 'El proveedor informó de que se contestó la llamada',
    completed: 'El proveedor informó de que la llamada terminó',
    voicemail: 'El proveedor informó de que respondió un contestador',
    no_answer: 'El proveedor informó de que nadie contestó',
    busy: 'El proveedor informó de que el número estaba ocupado',
    failed: 'El proveedor informó de que la llamada falló',
    canceled: 'El proveedor informó de que la llamada se canceló',
  } as Record<string, string>,
  ids: 'Identificadores',
  carrierCall: 'Llamada del proveedor',
  notFound: 'Esta llamada no existe en este proyecto.',
}
