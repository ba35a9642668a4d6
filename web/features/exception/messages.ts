import { defineMessages } from '#web/platform/i18n.ts'

export const exceptionMessages = defineMessages({
  forbidden: ['对不起，您没有访问该资源的权限', 'Access to this resource on the server is denied'],
  forbiddenHint: ['服务器拒绝了对此资源的访问。', 'Your role does not have access to it.'],
  notFound: ['抱歉，页面不见了', 'This page is gone'],
  notFoundHint: ['地址可能有误，或页面已被移走。', 'The address might be wrong, or the page has been moved.'],
  serverError: ['抱歉，服务器出了点问题', 'Internal server error'],
  serverErrorHint: ['服务器内部错误，请稍后重试。', 'Something failed on the server. Try again later.'],
  back: ['返回', 'Back'],
  home: ['回到首页', 'Home'],
})
