import type { ReactNode } from 'react'
import { counted, nouns } from './count.tsx'

/** Workflows by name and source. */
export const workflows = {
  title: 'مسارات العمل',
  lead: 'ما تقوله المكالمات وتسأل عنه، خطوة بخطوة. تحتفظ المكالمة بالنسخة التي أُجريت بها.',
  none: 'لا يوجد مسار عمل في هذا المشروع بعد.',
  noneNext: 'أنشئ مسارًا، أو اجعل للحملة نصًا: فهو لا يحتاج إلى مسار.',
  new: 'مسار عمل جديد',
  newTitle: 'مسار عمل جديد',
  newLead: 'يبدأ بمثال صغير. لا يُتصل بأحد قبل أن تتبعه حملة.',
  name: 'الاسم',
  steps: 'الخطوات',
  revision: 'النسخة',
  usedBy: 'الحملات التي تتبعه',
  unused: 'لا شيء',
  moreCampaigns: (more: string) => `و${more} غيرها`,
  changedBy: 'التغيير',
  by: (name: ReactNode, at: ReactNode) => (
    <>
      {name}، {at}
    </>
  ),
  idName: 'workflow_id',
  stepsOf: (count: number, revision: string) =>
    `${counted(String(count), count, nouns.step)}، النسخة ${revision}.`,
  source: 'المصدر',
  sourceHint: 'YAML أو JSON.',
  reference: 'كل أنواع الخطوات',
  checked: 'المصدر سليم.',
  checking: 'جارٍ التحقق…',
  faults: (count: number) => counted(String(count), count, nouns.fault),
  line: (line: string) => `السطر ${line}`,
  fields: { name: 'الاسم', source: 'المصدر' } as Record<string, string>,
  create: 'إنشاء مسار العمل',
  saved: (name: ReactNode) => <>تم حفظ {name}. تتبعه المكالمات التي تُجرى من الآن فصاعدًا.</>,
  broughtBack: 'مُلئت الحقول بما كان قبل ذلك التغيير. راجعها ثم احفظ.',
  revisions: 'النسخ',
  revisionOf: (revision: string) => `النسخة ${revision}`,
  fill: 'استعادة',
  fillLabel: (revision: string) => `استعادة النسخة ${revision}`,
  current: 'هذه',
  newCrumb: 'جديد',
  viewerNote: 'يمكنك قراءته. تتطلب التغييرات دور محرّر.',
  example: `start: greet
steps:
  greet:
    kind: say
    text: "مرحبًا {{ customer.name | default: 'بك' }}."
    next: ask
  ask:
    kind: listen
    text: هل تود سماع المزيد؟ قل نعم أو لا، أو اضغط 1 للموافقة.
    variable: answer
    keys_count: 1
    next: bye
  bye:
    kind: hang_up
    text: شكرًا لك. إلى اللقاء.
`,
}
