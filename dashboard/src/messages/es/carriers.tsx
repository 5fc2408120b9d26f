import type { ReactNode } from 'react'

/** Carrier accounts and the numbers that calls come from. */
export const carriers = {
  title: 'Proveedores de voz y números de origen',
  lead: 'Las cuentas que realizan las llamadas y los números que ven las personas.',
  accounts: 'Proveedores de voz',
  none: 'Este proyecto aún no tiene ningún proveedor de voz.',
  noneNext: 'Agregue su cuenta de Twilio y después uno de sus números.',
  new: 'Nuevo proveedor…',
  newTitle: 'Nuevo proveedor de voz',
  editTitle: (name: string) => `Cambiar ${name}`,
  edit: 'Cambiar…',
  editLabel: (name: string) => `Cambiar ${name}`,
  name: 'Nombre',
  account: 'SID de la cuenta',
  token: 'Token de autenticación',
  tokenHint: 'Se guarda cifrado y no se muestra a nadie.',
  tokenKeep: (time: ReactNode) => <>Fijado el {time}. Déjelo vacío para conservarlo.</>,
  tokenKeepUnknown: 'Ya hay uno. Déjelo vacío para conservarlo.',
  tokenSet: 'Token fijado',
  tokenUnknown: 'antes de que hubiera registro',
  address: 'Dirección de la API',
  addressHint: 'Vacío: la del propio proveedor.',
  callsPerSecond: 'Llamadas por segundo',
  callsPerSecondUnit: 'por segundo',
  grace: 'Búsqueda',
  graceHint: 'Durante cuánto tiempo se busca una llamada sobre la que el proveedor no respondió.',
  graceUnit: 's',
  numbers: 'Números',
  numbersOf: (count: string) => (count === '0' ? 'ningún número' : count),
  callerIds: 'Números de origen',
  noCallerIds: 'Este proyecto aún no tiene ningún número de origen.',
  noCallerIdsNext: 'Agregue un número de uno de sus proveedores: las llamadas salen de él.',
  noCallerIdsCarrier: 'Agregue primero un proveedor de voz y después uno de sus números.',
  newCallerId: 'Nuevo número de origen…',
  newCallerIdTitle: 'Nuevo número de origen',
  number: 'Número',
  numberHint: 'Tal como lo ven las personas, con código de país.',
  carrier: 'Proveedor de voz',
  carrierHint: 'La cuenta a la que pertenece el número.',
  chooseCarrier: 'Elija un proveedor de voz',
  answeredBy: 'Contesta',
  answeredByNobody: 'nadie',
  answerHint: 'Quien llama al número habla con esta campaña. Solo se pueden elegir campañas entrantes.',
  chooseAnswer: 'Nadie contesta',
  noInbound:
    'El proyecto aún no tiene ninguna campaña entrante. Cree una y elija «Contesta llamadas» como dirección.',
  pointTitle: 'Dirija el número aquí',
  pointLead:
    'En el proveedor, ponga esta dirección para las llamadas entrantes del número, con el método POST:',
  pointLabel: 'Dirección para llamadas entrantes',
  pointStatus: 'Y esta para el estado de sus llamadas:',
  pointStatusLabel: 'Dirección para el estado',
  pointLater: 'Guarde primero; después se muestran las direcciones para el proveedor.',
  usedBy: 'Llamadas de',
  unused: 'ninguna campaña',
  needsCarrier: 'Agregue primero un proveedor de voz.',
  make: 'Agregar',
  saved: (name: ReactNode) => <>Se guardó {name}.</>,
  changedBy: 'Último cambio',
  by: (name: ReactNode, at: ReactNode) => (
    <>
      {name}, {at}
    </>
  ),
  sandbox: 'entorno de pruebas: no se llama realmente a nadie',
  state: 'Estado',
  stateNone: 'no tiene ningún número',
  stateAccepted: 'credenciales válidas',
  stateUnchecked: 'aún sin comprobar',
  stateRefused: 'rechaza la cuenta',
  stateUnknown: 'no se pudo contactar',
  stateHeld: (time: ReactNode) => <>no acepta llamadas hasta las {time}</>,
  checkedSince: (since: ReactNode, checked: ReactNode) => (
    <>
      desde el {since}, comprobado {checked}
    </>
  ),
  refusedTodo: 'Vea en el proveedor si la cuenta está activa, y fije el SID y el token que muestra.',
  unknownTodo: 'Compruebe si el servicio llega hasta el proveedor y si la dirección es correcta.',
  heldTodo: 'Rechazó llamadas o no se pudo contactar; las llamadas esperan y continúan automáticamente.',
  check: 'Comprobar ahora',
  checkLabel: (name: string) => `Comprobar ${name} ahora`,
  checked: {
    accepted: (name: ReactNode) => <>{name} acepta las credenciales.</>,
    refused: (name: ReactNode) => <>{name} rechaza la cuenta. Vea qué le pasa y corríjalo.</>,
    unknown: (name: ReactNode) => (
      <>No se pudo contactar con {name}. Compruebe su dirección e inténtelo de nuevo.</>
    ),
  },
  conflict:
    'Otra persona lo ha cambiado mientras tanto. Ahora se muestra lo que fijó; revíselo y guarde de nuevo.',
}
