import type { ReactNode } from 'react'

/** People and roles of an organization. */
export const people = {
  title: 'الأشخاص والأدوار',
  lead: (organization: string) => `من يستطيع عرض ماذا وتغييره في ${organization}.`,
  invite: 'دعوة…',
  inviteTitle: 'دعوة شخص',
  inviteLead: 'لا تُرسل أي رسالة: تحصل على رابط لتسلّمه. وهو صالح مرة واحدة.',
  email: 'البريد الإلكتروني',
  name: 'الاسم',
  nameHint: 'يمكن للشخص تغييره.',
  role: 'الدور',
  roleMeans: {
    viewer: 'يرى كل شيء ولا يغيّر شيئًا',
    editor: 'يدير أيضًا الحملات ومسارات العمل ويُجري المكالمات',
    admin: 'يدير أيضًا شركات الاتصالات والمفاتيح والمشاريع والمحرّرين والمشاهدين',
    owner: 'كل شيء، وأدوار الجميع',
  } as Record<string, string>,
  projects: 'المشاريع',
  allProjects: 'كل المشاريع، وما يُنشأ منها لاحقًا',
  inviteAction: 'دعوة',
  linkTitle: 'سلّم هذا الرابط',
  linkBody: (name: ReactNode, time: ReactNode) => (
    <>
      يتيح الرابط لـ{name} تعيين كلمة مرور. وهو صالح مرة واحدة حتى {time}، ولن يُعرض مرة أخرى.
    </>
  ),
  linkLabel: 'الرابط',
  noLink: (name: ReactNode) => <>يستطيع {name} تسجيل الدخول أصلًا: لا حاجة إلى رابط.</>,
  operatorsLink: (name: ReactNode) => (
    <>
      {name} مسجَّل في مكان آخر أيضًا. إذا تعذّر عليه تسجيل الدخول حتى الآن، فإن مشغّل النظام ينشئ الرابط بالأمر{' '}
      <code dir="ltr">switchboard people link</code>.
    </>
  ),
  person: 'الشخص',
  lastSeen: 'آخر ظهور',
  neverSeen: 'ليس بعد',
  invited: 'مدعو، لم يعيّن كلمة مرور',
  you: 'أنت',
  operator: 'مشغّل النظام',
  allOf: 'الكل',
  change: 'تغيير الدور…',
  changeLabel: (name: string) => `تغيير دور ${name}`,
  changeTitle: (name: string) => `دور ${name}`,
  changeBody: 'تنتهي جلسات هذا الشخص، ويسجّل الدخول من جديد.',
  changeAction: 'تغيير الدور',
  changed: (name: ReactNode) => <>تم تغيير دور {name}.</>,
  link: 'رابط جديد…',
  linkOf: (name: string) => `رابط جديد لـ${name}`,
  newLinkBody: 'لكلمة مرور مفقودة أو دعوة لم تُستخدم. لن تعود الروابط السابقة صالحة.',
  newLinkAction: 'إنشاء الرابط',
  endSessions: 'إنهاء الجلسات…',
  endSessionsTitle: (name: string) => `هل تريد إنهاء جلسات ${name}؟`,
  endSessionsBody:
    'يُسجَّل خروج هذا الشخص من كل المتصفحات فورًا، ثم يسجّل الدخول من جديد. تبقى رموز وصوله الشخصية ودوره كما هي.',
  endOwnSessionsBody: 'يُسجَّل خروجك من كل المتصفحات عدا هذا. تبقى رموز وصولك الشخصية صالحة.',
  endSessionsAction: 'إنهاء الجلسات',
  ended: (name: ReactNode) => <>تم تسجيل خروج {name} من كل مكان.</>,
  endedOwn: 'تم تسجيل خروجك من كل مكان آخر.',
  remove: 'إزالة…',
  removeTitle: (name: string) => `هل تريد إزالة ${name}؟`,
  removeBody: 'يفقد هذا الشخص دوره هنا، ولا ترى جلساته شيئًا من هذه المؤسسة بعد ذلك.',
  removeAction: 'إزالة',
  removed: (name: ReactNode) => <>تمت إزالة {name}.</>,
  more: 'المزيد',
  moreOf: (name: string) => `المزيد لـ${name}`,
  none: 'لا أحد غيرك هنا بعد.',
  noneNext: 'ادعُ من يديرون الحملات والدعم والتطوير.',
}
