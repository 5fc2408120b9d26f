import type { OptOutLists } from './lists.ts'

const not = 'no|no no|no quiero que|que no|no queremos que'
const never = 'nunca|nunca mas|jamas|ya no|ya no quiero que'
const call =
  'me llame|me llamen|me llames|me llamara|me llamaran|me llamaras|me contacte|me contacten|me contactes|me escriba|me escriban|me escribas|me moleste|me molesten|me molestes|me marque|me marquen|me marques|nos llame|nos llamen|nos moleste|nos molesten'
const callAnyone = 'llame|llamen|llames|marque|marquen|marques|moleste|molesten|molestes'
const calling =
  'llamarme|llamarnos|llamar|contactarme|contactarnos|escribirme|escribirnos|molestarme|molestarnos|molestar|marcarme|marcar'
const messaging = 'mandarme mensajes|enviarme mensajes|mandar mensajes|enviar mensajes'
const again = 'más|más veces|nunca más|nunca|jamás|otra vez|de nuevo'
const here = '|a este número|a mi casa'
const list =
  'lista|listas|lista de llamadas|lista de contactos|base de datos|bases de datos|sistema|registro|registros'
const of = 'su|sus|la|las|el|los|esta|tu|tus|vuestra'
const remove = 'quite|quiten|quita|borre|borren|borra|elimine|eliminen|elimina|borrar|eliminar|quitar'
const atOnce = '|ya|ahora|ahora mismo|inmediatamente|de inmediato'
const number = 'mi número|mi teléfono|este número|mi nombre|mi número de teléfono'

export const es: OptOutLists = {
  clear: [
    [not, `${call}|${callAnyone}`, here, again],
    [not, `${call}|${callAnyone}`, again, here],
    [never, `${call}|${callAnyone}`, here, `|${again}`],
    [
      `${not}|${never}`,
      '|me|nos',
      'vuelva a|vuelvan a|vuelvas a',
      `${calling}|contactar|escribir`,
      here,
      `|${again}`,
    ],
    ['no|ya no|nunca', calling, here, again],
    ['no volver a|nunca volver a', calling, here],
    [
      'deje de|dejen de|deja de|dejad de|dejar de|dejes de|pare de|paren de|para de|parar de|ya basta de|basta de',
      `${calling}|${messaging}`,
      here,
      `|${again}`,
    ],
    [
      'quíteme|quítenme|quítame|bórreme|bórrenme|bórrame|elimíneme|elimínenme|elimíname|sáqueme|sáquenme|sácame|retíreme|retírenme|quitarme|borrarme|eliminarme|sacarme|me quite|me quiten|me quites|me borre|me borren|me elimine|me eliminen|me saque|me saquen|quitar|borrar|eliminar|sacar',
      '|ya|ahora|ahora mismo',
      'de',
      of,
      list,
    ],
    [remove, number, atOnce, 'de', of, list],
    ['saque|saquen|saca|sacar', number, 'de', of, list],
    [
      'no quiero|no deseo|no queremos|ya no quiero|no quiero recibir|no deseo recibir|no queremos recibir|ya no quiero recibir',
      'más llamadas|más mensajes',
      '|suyas|suyos|de ustedes|tuyas',
    ],
    ['ya no quiero|ya no quiero recibir|ya no deseo recibir', 'llamadas|sus llamadas|mensajes|sus mensajes'],
    ['no más|basta de|no me haga más|no me hagan más', 'llamadas|mensajes'],
    ['no me mande|no me manden|no me envíe|no me envíen|no me mandes', 'más', 'mensajes|mensajes de texto'],
  ],
  vague: [
    [not, `${call}|${callAnyone}`, here],
    ['no', calling],
    ['no me mande|no me manden|no me envíe|no me envíen|no me mandes', 'mensajes'],
    ['no quiero recibir|no deseo recibir', 'llamadas|sus llamadas|mensajes|sus mensajes'],
    ['no quiero|no queremos', 'sus llamadas|sus mensajes|que me llamen'],
    [
      'déjeme en paz|déjenme en paz|déjame en paz|déjeme tranquilo|déjeme tranquila|déjenme tranquilo|déjenme tranquila',
    ],
    [
      'quíteme|quítenme|quítame|bórreme|bórrenme|bórrame|elimíneme|elimínenme|elimíname|sáqueme|sáquenme|sácame',
    ],
    ['saque mi número'],
    [remove, number, atOnce],
    // A caller may mean their contract.
    [
      'deme de baja|denme de baja|dame de baja|darme de baja|dar de baja|me dé de baja|me den de baja',
      atOnce,
    ],
  ],
  fillers: [
    [
      'no me interesa|no nos interesa|no estoy interesado|no estoy interesada|no tengo interés',
      '|nada|su oferta|para nada|en absoluto',
    ],
    ['|no', 'gracias|muchas gracias'],
    [
      'quién es|quién es usted|quién habla|quién llama|número equivocado|se equivocó de número|se ha equivocado de número',
    ],
    ['de una vez|por última vez|en serio|entendido|entendió|me entiende|me oye|vale|de acuerdo'],
    ['por favor|porfavor|porfa|hola|buenas|buenos días|buenas tardes|buenas noches|bueno|oiga|oye|mire|mira'],
    ['adiós|hasta luego|ok|okay|disculpe|perdón|lo siento|buen día|que tenga buen día'],
  ],
  before: [
    ['sí|si|ya|ya basta|basta|pues|y|entonces|solo|señor|señora|señorita|que|le ruego|le ruego que'],
    [
      'le pido|les pido|te pido|le pedí|les pedí|le dije|les dije|te dije|ya le dije|ya les dije|ya te dije|le he dicho|les he dicho|ya le he dicho|ya les he dicho|dije|ya dije',
      '|varias veces|mil veces',
      '|que',
    ],
    ['quiero|quisiera|necesito|deseo|queremos|solo quiero', '|que'],
    ['haga el favor de|hágame el favor de|hagan el favor de'],
  ],
  requests: [
    [
      'puede|pueden|puedes|podría|podrían|podrías|me puede|me pueden|me puedes|me podría|me podrían|me podrías|pudiera|quiere|quieren|le importaría|sería tan amable de',
      '|usted|ustedes|ya',
    ],
  ],
  after: [['ya|ahora|ahora mismo|inmediatamente|de inmediato|porque|y|señor|señora|señorita']],
}
