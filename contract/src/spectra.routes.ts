import { data, idParam, routesOf } from './answers.routes.ts';
import { Spectrum } from './spectra.ts';

const route = routesOf('Laboratory', 'staff');

export const labSpectrum = route('post', '/lab/requests/{id}/spectra', {
  summary: 'Upload a mass spectrum (mzML or CSV); a line of the draft names it by its id',
  params: idParam,
  takesFile: true,
  answers: { 200: data(Spectrum, 'Its highest peaks') },
  refuses: ['own_order', 'wrong_state', 'too_large', 'spectrum_unreadable', 'trace_used_elsewhere'],
});
