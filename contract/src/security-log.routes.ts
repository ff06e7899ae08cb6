import { json, routesOf } from './answers.routes.ts';
import * as shape from './security-log.ts';

const route = routesOf('Accounts', 'own');
const staffRoute = routesOf('Staff', 'admin');

export const mySecurityLog = route('get', '/me/security-log', {
  summary: 'What happened to your account: sign-ins, failed ones, changes',
  query: shape.SecurityLogQuery,
  answers: { 200: json(shape.SecurityLog, 'One page of 25') },
  refuses: ['invalid_fields'],
});

export const staffSecurityLog = staffRoute('get', '/lab/security-log', {
  summary: 'Security events of all accounts, for admins',
  audited: 'security_log.viewed',
  query: shape.StaffSecurityLogQuery,
  answers: { 200: json(shape.StaffSecurityLog, 'One page of 25') },
  refuses: ['invalid_fields'],
});
