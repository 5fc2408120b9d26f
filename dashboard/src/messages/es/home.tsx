import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const be = (count: number) => plural(count, 'es', { one: 'está', other: 'están' })

export const home = {
  title: (count: number) =>
    count === 0
      ? 'Nada requiere su atención ahora.'
      : `${count} ${plural(count, 'es', { one: 'asunto requiere', other: 'asuntos requieren' })} atención.`,
  lead: (project: ReactNode) => <>{project}, en este momento. Cada línea desaparece cuando se resuelve.</>,
  tab: 'Inicio',
  needs: 'Qué requiere atención',
  well: 'Todo está bien: nada sin confirmar, en pausa, sin preparar, fallido o casi agotado.',
  wellNext: 'Lo que surja aparecerá aquí automáticamente.',
  since: (at: ReactNode) => <>Desde el {at}. </>,
  /** Stands in place of a number in the sentences below. */
  moreThan: (count: string) => `más de ${count}`,
  codes: {
    calls_unresolved: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'es', { one: 'llamada', other: 'llamadas' })} ${be(number)} sin confirmar: el proveedor no ha dicho si ${plural(number, 'es', { one: 'la aceptó', other: 'las aceptó' })}.`,
      todo: 'Mientras tanto no se marca nada dos veces. Compruebe si se puede contactar con el proveedor.',
      go: 'Ver las llamadas',
    },
    messages_unresolved: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'es', { one: 'mensaje', other: 'mensajes' })} ${be(number)} sin confirmar: Meta no ha dicho si ${plural(number, 'es', { one: 'lo aceptó', other: 'los aceptó' })}.`,
      todo: 'No se envían dos veces. Cuando alguien sepa qué ocurrió, resuélvalos.',
      go: 'Ver los mensajes',
    },
    campaigns_paused: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'es', { one: 'campaña', other: 'campañas' })} ${be(number)} en pausa.`,
      todo: 'Sus llamadas esperan hasta que alguien las reanude.',
      go: 'Ir a las campañas',
    },
    campaigns_not_ready: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'es', { one: 'campaña no está lista', other: 'campañas no están listas' })} para llamar.`,
      todo: 'La lista dice qué le falta a cada una, como un número de origen.',
      go: 'Ir a las campañas',
    },
    templates_stopped: {
      what: (count: string, number: number) =>
        `Meta ha detenido ${count} ${plural(number, 'es', { one: 'plantilla', other: 'plantillas' })} en uso por difusiones.`,
      todo: 'Sus mensajes se rechazan. La página de la plantilla dice por qué y a quién afecta.',
      go: 'Ir a las plantillas',
    },
    sources_failed: {
      what: (count: string, number: number) =>
        `Ha fallado el rastreo de ${count} ${plural(number, 'es', { one: 'fuente', other: 'fuentes' })}.`,
      todo: 'Se sigue usando lo que ya se sabía. La página de la fuente dice por qué.',
      go: 'Ir a la base de conocimiento',
    },
    carriers_refused: {
      what: (count: string, number: number) =>
        `El proveedor de voz rechaza ${count} ${plural(number, 'es', { one: 'cuenta: no está activa', other: 'cuentas: no están activas' })} o las credenciales no son válidas.`,
      todo: 'No sale ninguna llamada por ellas. Un administrador revisa la cuenta en el proveedor, y aquí su SID y su token.',
      go: 'Ir a los proveedores',
    },
    carriers_paused: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'es', { one: 'cuenta de proveedor de voz no acepta', other: 'cuentas de proveedores de voz no aceptan' })} llamadas ahora.`,
      todo: 'Sus llamadas esperan. La cuenta dice por qué: credenciales, saldo o demasiadas llamadas.',
      go: 'Ir a los proveedores',
    },
    senders_at_fault: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'es', { one: 'remitente de WhatsApp está desconectado o no se puede leer', other: 'remitentes de WhatsApp están desconectados o no se pueden leer' })}.`,
      todo: 'No envían mensajes o sus plantillas quedan anticuadas. La página del remitente dice por qué.',
      go: 'Ir a los remitentes',
    },
    database_held: {
      what: () =>
        'El servicio está retenido: su base de datos se restauró o se copió, o un operador lo detuvo.',
      todo: 'Muestra todo, pero no llama ni envía nada. Un operador lo libera.',
      go: null,
    },
    plan_inactive: {
      what: () => 'El plan de la organización no está activo.',
      todo: 'Se rechazan los mensajes de WhatsApp; las llamadas siguen. Un operador lo activa.',
      go: 'Ir al plan',
    },
    sends_nearly_used: {
      what: () => 'Se han usado más de cuatro quintos de los mensajes del plan.',
      todo: 'Cuando se agoten, se rechazarán los mensajes. Un operador amplía el plan.',
      go: 'Ir al plan',
    },
    links_nearly_used: {
      what: () => 'Se han usado más de cuatro quintos de las páginas del plan.',
      todo: 'Cuando se agoten, se detendrán los rastreos. Un operador amplía el plan.',
      go: 'Ir al plan',
    },
  } as Record<string, { what: (count: string, number: number) => string; todo: string; go: string | null }>,
  today: 'Hoy',
  todayAside: (day: ReactNode, time: ReactNode) => (
    <>
      frente al {day}, también hasta las {time}
    </>
  ),
  table: 'Conversaciones de hoy frente a las del mismo día de la semana anterior',
  heads: { what: 'Conversaciones', today: 'Hoy', before: 'Hace una semana', change: 'Diferencia' },
  rows: {
    calls: 'Llamadas',
    answered: 'contestadas',
    unanswered: 'sin contestar u ocupado',
    failed: 'fallidas o canceladas',
    live: 'en curso ahora',
    chats: 'Chats',
  },
  of: (share: string) => `${share} de las llamadas`,
  more: (count: string) => `+${count}`,
  less: (count: string) => `−${count}`,
  same: '0',
  quiet: 'Hoy aún no hay conversaciones, y tampoco las hubo este día de la semana pasada.',
  quietNext: 'En la página de una campaña hay una llamada de prueba.',
  plan: 'Plan',
  toSettings: 'Configuración',
  steps: 'Primeros pasos',
  stepDone: 'hecho',
  stepNext: 'siguiente',
  stepOpen: 'por hacer',
  paths: {
    voice: {
      title: 'Hacia la primera llamada',
      steps: {
        carrier: {
          what: 'Agregue una cuenta de proveedor de voz',
          why: 'Las llamadas salen por una cuenta suya, como una de Twilio.',
        },
        caller_id: {
          what: 'Agregue un número de origen',
          why: 'El número que ven las personas cuando usted llama.',
        },
        campaign: {
          what: 'Cree una campaña',
          why: 'Define qué se dice, en qué horario y con qué frecuencia.',
        },
        call: {
          what: 'Haga una llamada de prueba',
          why: 'El botón está en la página de la campaña; verá la conversación en vivo.',
        },
      } as Record<string, { what: string; why: string }>,
    },
    whatsapp: {
      title: 'Hacia el primer mensaje de WhatsApp',
      steps: {
        sender: { what: 'Conecte un remitente', why: 'Su número de WhatsApp Business.' },
        template: {
          what: 'Obtenga la aprobación de una plantilla',
          why: 'Meta la aprueba y la sincronización la trae aquí.',
        },
        broadcast: { what: 'Cree una difusión', why: 'Indica el remitente y la plantilla.' },
        message: {
          what: 'Envíe un mensaje de prueba',
          why: 'El formulario está en la página de la difusión.',
        },
      } as Record<string, { what: string; why: string }>,
    },
  },

  sends: 'Mensajes',
  links: 'Páginas de la base de conocimiento',
  used: (used: string, of: string) => `${used} de ${of} usados`,
}
