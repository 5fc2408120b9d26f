import type { ReactNode } from 'react'

/** People who must not get WhatsApp messages. */
export const optOuts = {
  title: 'Bajas',
  lead: (count: string) =>
    count === '1'
      ? '1 baja, de todos los mensajes de WhatsApp o solo del marketing.'
      : `${count} bajas, de todos los mensajes de WhatsApp o solo del marketing.`,
  none: 'Nadie se ha dado de baja.',
  noneNext: 'Quien escribe STOP aparece aquí. Puede agregar a quien lo pidió de otra forma.',
  add: 'Agregar…',
  end: 'Anular…',
  endLabel: (who: string) => `Anular la baja de ${who}`,
  search: 'Número, nombre o ID',
  person: 'Persona',
  scope: 'No recibe',
  scopes: { all: 'ningún mensaje', marketing: 'marketing' } as Record<string, string>,
  source: 'Cómo',
  sources: {
    message: 'escribió STOP',
    provider: 'en WhatsApp',
    operator: 'registrada aquí',
  } as Record<string, string>,
  by: (name: ReactNode) => <>por {name}</>,
  since: 'Desde',
  reason: 'Motivo',
  noReason: 'sin indicar',
  hidden: 'oculta el número: las llamadas y los códigos no llegan a esta persona',
  username: (name: ReactNode) => <>@{name}</>,
  marketingStays: 'La persona desactivó el marketing en WhatsApp; solo ella puede revertirlo allí.',
  addTitle: 'Dar de baja a una persona',
  addLead:
    'No recibirá ningún mensaje de este proyecto hasta que escriba START o alguien anule la baja aquí.',
  number: 'Número o ID de WhatsApp',
  numberHint: 'Con código de país; si la persona oculta el número, el ID, como US.1349….',
  why: 'Motivo',
  whyHint: 'Por ejemplo, cómo lo pidió. Queda en Cambios.',
  addNow: 'Dar de baja',
  needsBoth: 'Rellene ambos campos.',
  added: (who: ReactNode) => <>Se dio de baja a {who}.</>,
  wasOut: (who: ReactNode) => <>{who} ya estaba de baja.</>,
  endTitle: 'Anular una baja',
  endLead: (who: ReactNode) => <>{who} podrá volver a recibir mensajes. Hágalo solo si lo ha pedido.</>,
  endStop: 'La propia persona escribió STOP. Puede escribir START en cualquier momento.',
  endNow: 'Anular la baja',
  needsReason: 'Escriba un motivo.',
  ended: (who: ReactNode) => <>{who} puede volver a recibir mensajes.</>,
  wasNotOut: (who: ReactNode) => <>{who} no estaba de baja.</>,
}
