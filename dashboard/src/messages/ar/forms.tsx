import { counted, nouns } from './count.tsx'

export const forms = {
  bar: 'ما لم يُحفظ',
  changes: (count: number) => `لم يُحفظ: ${counted(String(count), count, nouns.change)}`,
  faults: (count: number) => `يلزم التصحيح: ${counted(String(count), count, nouns.fault)}`,
  saveAfter: (count: number) => `حفظ، بعد تصحيح ${counted(String(count), count, nouns.fault, 'of')}`,
  checking: 'جارٍ التحقق…',
  saving: 'جارٍ الحفظ…',
  leaveBody: (count: number) =>
    `لم يُحفظ بعد: ${counted(String(count), count, nouns.change)}. ستفقد ذلك إن غادرت.`,
  newer: (by: string | null) =>
    `حفظ ${by ?? 'شخص آخر'} نسخة أخرى في هذه الأثناء. عند الحفظ يبقى ما غيّره أحدكما فقط.`,
  conflictTitle: 'غيّر شخص آخر هذا في الأثناء',
  conflictBody: (by: string | null) =>
    `يُحتفظ بما غيّره أحدكما فقط. أما ما غيّرته أنت و${by ?? 'شخص آخر'} بشكل مختلف فهو أدناه: اختر ما يُعتمد.`,
  conflictNone: 'غيّرتما أشياء مختلفة، لذا يُحتفظ بكليهما. راجعها ثم احفظ مجددًا.',
  theirs: (by: string | null) => by ?? 'قيمة الآخر',
  yours: 'قيمتك',
  field: 'الحقل',
  conflictTake: 'المتابعة بهذه القيم',
}
