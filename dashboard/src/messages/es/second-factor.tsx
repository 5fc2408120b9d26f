import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The second factor: at sign-in, and in one's own account. */
export const secondFactor = {
  title: 'Segundo factor',
  off: 'Para iniciar sesión solo se pide su contraseña.',
  offNext: 'Con una app de autenticación en su teléfono, una contraseña robada no basta para entrar.',
  setUp: 'Configurar…',
  setUpTitle: 'Configurar un segundo factor',
  scan: 'Escanee esto con una app de autenticación, como Aegis, 2FAS o la de su gestor de contraseñas.',
  qrLabel: 'Código QR para una app de autenticación; el mismo secreto está abajo como texto',
  typeIt: 'O escriba este secreto en la app:',
  secretLabel: 'secreto',
  code: 'Código',
  codeOfApp: 'Código que la app muestra ahora',
  codeHint: 'Seis dígitos o uno de sus códigos de recuperación.',
  wrong:
    'Este código no es correcto. Use el que la app muestra ahora; cada uno sirve una vez. Si ninguno funciona, ajuste el reloj de su teléfono.',
  turnOn: 'Activar',
  codesTitle: 'Guarde estos códigos de recuperación',
  codesBody:
    'Si pierde su teléfono, cada uno le permite entrar una vez en lugar de un código. Imprímalos o guárdelos en un lugar seguro: no se vuelven a mostrar.',
  codesLabel: 'códigos de recuperación',
  kept: 'Los he guardado',
  on: (since: ReactNode) => <>Para iniciar sesión se pide un código de su app desde el {since}.</>,
  codesLeft: (count: number) => (
    <>
      {plural(count, 'es', { one: 'Queda', other: 'Quedan' })} <b>{count}</b>{' '}
      {plural(count, 'es', { one: 'código', other: 'códigos' })} de recuperación.
    </>
  ),
  newCodes: 'Nuevos códigos de recuperación…',
  newCodesTitle: '¿Crear nuevos códigos de recuperación?',
  newCodesBody: 'Los anteriores dejan de servir.',
  newCodesAction: 'Crear códigos',
  turnOff: 'Desactivar…',
  turnOffTitle: '¿Desactivar el segundo factor?',
  turnOffBody:
    'Quien tenga su contraseña podrá entonces iniciar sesión. Puede configurarlo de nuevo en cualquier momento.',
  turnOffAction: 'Desactivar',
  turnedOff: 'Ahora, para iniciar sesión solo se pide su contraseña.',
  has: 'segundo factor',
  hasNone: 'solo contraseña',
  endOf: 'Desactivar segundo factor…',
  endTitle: (name: string) => `¿Desactivar el segundo factor de ${name}?`,
  endBody:
    'Para quien ha perdido el teléfono y los códigos de recuperación. Asegúrese de que quien lo pide es la propia persona. Sus sesiones se cierran, y para iniciar sesión solo se pide la contraseña.',
  endReason: 'No tiene ninguno.',
  ended: (name: ReactNode) => <>Se desactivó el segundo factor de {name}.</>,
}
