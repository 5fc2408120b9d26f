import type { ReactNode } from 'react'

/** Numbers that nobody of an organization may call. */
export const doNotCall = {
  title: 'Lista de no llamar',
  lead: (count: string) =>
    count === '1'
      ? 'Nadie de la organización puede llamar a este número.'
      : `Nadie de la organización puede llamar a estos ${count} números.`,
  none: 'Se puede llamar a todos los números.',
  noneNext:
    'Quien dice en una llamada que no quiere más llamadas aparece aquí. También puede añadir números usted.',
  add: 'Añadir…',
  end: 'Terminar…',
  endLabel: (number: string) => `Terminar la entrada de ${number}`,
  search: 'Número o algunas cifras',
  shows: 'Entradas',
  showAll: 'con las terminadas',
  number: 'Número',
  erased: 'borrado',
  source: 'Cómo',
  sources: {
    voice: 'lo dijo en una llamada',
    keys: 'pulsó una tecla en una llamada',
    whatsapp: 'escribió STOP',
    api: 'por un programa',
    dashboard: 'introducido aquí',
    cli: 'por un comando',
    import: 'de un archivo',
  } as Record<string, string>,
  by: (name: ReactNode) => <>por {name}</>,
  since: 'Desde',
  until: (at: ReactNode) => <>hasta {at}</>,
  ended: (at: ReactNode) => <>terminada {at}</>,
  why: 'Motivo',
  addTitle: 'Añadir a la lista de no llamar',
  addLead: 'Después no empieza ninguna llamada a ellos en ningún proyecto. Las que esperan se cancelan.',
  numbers: 'Números',
  numbersHint: 'Uno por línea, con prefijo de país, como +14155550123; hasta 10.000.',
  whyHint: 'Por ejemplo, cómo lo pidieron. Se guarda con la entrada.',
  addNow: 'Añadir',
  needsNumbers: 'Escriba al menos un número.',
  added: (count: string, canceled: string) =>
    `Añadidos: ${count}. Llamadas en espera canceladas: ${canceled}.`,
  endTitle: 'Terminar una entrada',
  endLead: (number: ReactNode) => (
    <>Se podrá llamar otra vez a {number}. Hágalo solo si la persona lo ha pedido.</>
  ),
  endNow: 'Terminar',
  needsReason: 'Escriba un motivo.',
  endedToast: (number: ReactNode) => <>Se puede llamar otra vez a {number}.</>,
  onPerson: 'Llamadas',
  mayCall: 'Se le puede llamar: ningún número está en la lista de no llamar.',
  notCalled: (number: ReactNode, how: string, at: ReactNode) => (
    <>
      {number} está en la lista de no llamar: {how}, {at}
    </>
  ),
  toList: 'A la lista',
}
