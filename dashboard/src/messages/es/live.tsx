import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const calls = (count: number) => plural(count, 'es', { one: 'llamada', other: 'llamadas' })

export const live = {
  title: 'En vivo',
  board: 'Campañas con llamadas',
  lead: (underWay: ReactNode, waiting: ReactNode, campaigns: number) => (
    <>
      {underWay} en curso, {waiting} en espera en {campaigns}{' '}
      {plural(campaigns, 'es', { one: 'campaña', other: 'campañas' })}.
    </>
  ),
  underWay: (count: string, number: number) => `${count} ${calls(number)}`,
  oldest: (duration: ReactNode) => <> La más antigua espera desde hace {duration}.</>,
  oldestWhy: (duration: ReactNode, why: string) => (
    <>
      {' '}
      La más antigua espera desde hace {duration}, porque {why}.
    </>
  ),
  because: {
    paused: 'su campaña está en pausa',
    hours: 'está fuera del horario de llamadas',
    slot: 'no hay ninguna línea libre',
    number: 'se está llamando a su número',
    retry: 'se intentará de nuevo más tarde',
    carrier_rate: 'el proveedor no acepta más llamadas',
    guard: 'la retiene un límite de protección de la organización',
  } as Record<string, string>,
  heads: { who: 'Campaña, horario', slots: 'Líneas en uso', waiting: 'En espera', why: 'Por qué' },
  openUntil: (at: ReactNode) => <>Abierta hasta {at}</>,
  open: 'Abierta',
  noHours: 'Abierta a todas horas',
  closed: (at: ReactNode) => <>Cerrada, abre el {at}</>,
  closedForGood: 'Cerrada, sin apertura prevista',
  held: 'En pausa',
  heldBy: (who: ReactNode, at: ReactNode) => (
    <>
      En pausa por {who} desde {at}
    </>
  ),
  ended: 'Finalizada',
  slotsLabel: 'líneas en uso.',
  slots: (used: string, of: string) => `${used} de ${of}`,
  more: (count: string) => `más de ${count}`,
  waitingLabel: 'en espera',
  reasons: {
    paused: (count: string) => `${count} en pausa`,
    hours: (count: string) => `${count} por el horario de llamadas`,
    slot: (count: string) => `${count} por una línea libre`,
    number: (count: string) => `${count} por su número`,
    retry: (count: string) => `${count} por reintentar`,
    carrier_rate: (count: string) => `${count} por el proveedor`,
    guard: (count: string) => `${count} por un límite de protección`,
  } as Record<string, (count: string) => string>,
  becauseHeld: 'el servicio está retenido',
  forRelease: (count: string) => `${count} hasta que se libere el servicio`,
  forWorker: (count: string) => `${count} por un worker`,
  outsideHours: 'Fuera del horario de llamadas',
  onHold: 'En pausa: solo se reanuda a mano',
  goesOn: (count: string, number: number) =>
    `${count} ${plural(number, 'es', { one: 'llamada en curso continúa', other: 'llamadas en curso continúan' })}.`,
  firstDial: (at: ReactNode, duration: ReactNode) => (
    <>
      Se marcará el {at}, dentro de {duration}.
    </>
  ),
  oldestSince: (at: ReactNode) => <>La más antigua, desde {at}.</>,
  nextAt: (at: ReactNode) => <> La siguiente: {at}.</>,
  carrierUntil: (at: ReactNode) => (
    <>El proveedor no acepta llamadas hasta {at}. Su cuenta y su límite están en Proveedores de voz.</>
  ),
  nothingWaits: 'Nada en espera',
  summary: (underWay: ReactNode, waiting: ReactNode) => (
    <>
      <b>{underWay}</b> en curso, <b>{waiting}</b> en espera
    </>
  ),
  unit: 'min:s',
  toggle: (name: string) => `Llamadas de ${name}`,
  listUnderWay: 'En curso',
  listWaiting: 'En espera',
  follow: 'Seguir',
  followLabel: (number: string) => `Seguir la llamada a ${number}`,
  cancel: 'Cancelar…',
  cancelLabel: (number: string) => `Cancelar la llamada a ${number}`,
  moreUnderWay: (count: string) => `${count} más en curso`,
  showMore: (count: string) => `${count} más en espera`,
  noneNow: 'Esta campaña no tiene ahora llamadas en espera ni en curso.',
  hold: 'Pausar',
  holdLabel: (name: string) => `Pausar ${name}`,
  release: 'Reanudar…',
  releaseLabel: (name: string) => `Reanudar ${name}`,
  holdAll: 'Pausar todas…',
  releaseAll: 'Reanudar todas…',
  holdAllTitle: '¿Pausar todas las campañas?',
  holdAllBody: (campaigns: number) =>
    `Se ${plural(campaigns, 'es', { one: 'pausa', other: 'pausan' })} ${campaigns} ${plural(campaigns, 'es', { one: 'campaña', other: 'campañas' })}. Las llamadas en curso continúan; las llamadas en espera conservan su lugar.`,
  holdAllAction: 'Pausar todas',
  releaseTitle: (name: string) => `¿Reanudar ${name}?`,
  releaseAllTitle: '¿Reanudar todas las campañas?',
  releaseBody: 'Recupera el estado que tenía antes. Qué ocurrirá entonces:',
  releaseAllBody: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'es', { one: 'campaña recupera', other: 'campañas recuperan' })} el estado anterior. Qué ocurrirá entonces:`,
  releaseAction: 'Reanudar',
  releaseAllAction: 'Reanudar todas',
  noEffect: 'No hay llamadas en espera, así que no ocurre nada de inmediato.',
  nothingToHold: 'Todas las campañas están ya en pausa.',
  nothingToRelease: 'Ninguna campaña está en pausa.',
  editorNeeded:
    'Se necesita el rol de editor. Un propietario o administrador puede dárselo en Personas y roles.',
  heldToast: (name: ReactNode, waiting: string, waitingCount: number, underWay: string, count: number) => (
    <>
      {name} está en pausa. {waiting}{' '}
      {plural(waitingCount, 'es', { one: 'llamada queda retenida', other: 'llamadas quedan retenidas' })};{' '}
      {underWay} en curso {plural(count, 'es', { one: 'continúa', other: 'continúan' })}.
    </>
  ),
  heldAllToast: (campaigns: number) =>
    `${campaigns} ${plural(campaigns, 'es', { one: 'campaña está', other: 'campañas están' })} en pausa.`,
  releasedToast: (name: ReactNode) => <>Se reanudó {name}.</>,
  releasedAllToast: (campaigns: number) =>
    plural(campaigns, 'es', {
      one: `Se reanudó ${campaigns} campaña.`,
      other: `Se reanudaron ${campaigns} campañas.`,
    }),
  cancelAll: 'Cancelar todas las que esperan…',
  cancelAllTitle: (name: string) => `¿Cancelar todas las llamadas en espera de ${name}?`,
  cancelAllBody: (count: ReactNode) => (
    <>
      Llamadas que se descartan definitivamente: {count}; las llamadas en curso continúan. Si solo quiere
      aplazarlas, pause la campaña. Escriba cuántas son para continuar.
    </>
  ),
  cancelAllField: 'Cuántas llamadas esperan',
  cancelAllHint: (count: string) => `Escriba ${count}.`,
  cancelAllFault: (count: string) => `Este no es el número de llamadas en espera. Escriba ${count}.`,
  cancelAllAction: (count: string) => `Cancelar ${count}`,
  cancelAllDone: (count: string, number: number) =>
    `${count} ${plural(number, 'es', { one: 'llamada cancelada', other: 'llamadas canceladas' })}.`,
  cancelTitle: (number: string) => `¿Cancelar la llamada a ${number}?`,
  cancelBody: 'Ya no se marcará. Puede hacerla de nuevo desde su página.',
  cancelAction: 'Cancelar la llamada',
  keep: 'Conservar',
  canceled: (number: ReactNode) => <>Se canceló la llamada a {number}.</>,
  overBefore: (number: ReactNode) => <>La llamada a {number} ya había terminado.</>,
  empty: 'No hay llamadas en espera ni en curso.',
  emptyNext:
    'En cuanto una campaña tenga una llamada, aparecerá aquí. En la página de una campaña hay una llamada de prueba.',
  toCampaigns: 'Ir a las campañas',
  noWorker: 'Ningún worker',
}
