import type uPlot from 'uplot';
import type { Trace } from './trace';

/** The value of a CSS variable for a canvas. */
export function colour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

/** Colours the area of the active peak behind the curve. */
export function activePeak(trace: Trace, active: () => number | null): uPlot.Plugin {
  return {
    hooks: {
      drawAxes: (plot) => {
        const peak = trace.peaks?.[active() ?? -1];
        if (!peak) return;
        const { ctx, bbox } = plot;
        const margin = 2 * devicePixelRatio;
        const left = plot.valToPos(peak.start ?? peak.minutes, 'x', true) - margin;
        const right = plot.valToPos(peak.end ?? peak.minutes, 'x', true) + margin;
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.fillStyle = colour(plot.root, '--accent-soft');
        ctx.fillRect(left, bbox.top, right - left, bbox.height);
        ctx.restore();
      },
    },
  };
}

/** Makes peaks grey that are not counted, down to the straight line between their ends. */
export function uncountedPeaks({ uncounted = [], minutes, signal }: Trace): uPlot.Plugin {
  const areas = uncounted.map(({ start_min, end_min }) =>
    minutes.flatMap((time, place) =>
      time >= start_min && time <= end_min ? [[time, signal[place] ?? 0] as const] : [],
    ),
  );
  return {
    hooks: {
      drawAxes: (plot) => {
        const { ctx, bbox } = plot;
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.beginPath();
        for (const points of areas) {
          points.forEach(([time, value], place) => {
            const at = [plot.valToPos(time, 'x', true), plot.valToPos(value, 'y', true)] as const;
            if (place === 0) ctx.moveTo(...at);
            else ctx.lineTo(...at);
          });
          ctx.closePath();
        }
        ctx.fillStyle = colour(plot.root, '--ink-faint');
        ctx.globalAlpha = 0.6;
        ctx.fill();
        ctx.restore();
      },
    },
  };
}

/** Small labels above the peaks, the tallest first. A label that would cover another one is left out. */
export function peakLabels(trace: Trace, active: () => number | null): uPlot.Plugin {
  const peaks = (trace.peaks ?? []).map((peak, place) => {
    const nearest = trace.minutes.findIndex((minute) => minute >= peak.minutes);
    return { ...peak, place, signal: trace.signal[nearest] ?? 0 };
  });
  peaks.sort((one, other) => other.signal - one.signal);
  return {
    hooks: {
      draw: (plot) => {
        const { ctx, bbox } = plot;
        ctx.save();
        ctx.font = `${12 * devicePixelRatio}px "Plex Mono", monospace`;
        ctx.textAlign = 'center';
        const placed: number[] = [];
        const pointed = peaks.filter((peak) => peak.place === active());
        for (const peak of [...pointed, ...peaks.filter((peak) => peak.place !== active())]) {
          const left = plot.valToPos(peak.minutes, 'x', true);
          if (left < bbox.left || left > bbox.left + bbox.width) continue;
          if (placed.some((other) => Math.abs(other - left) < 48 * devicePixelRatio)) continue;
          const top = plot.valToPos(peak.signal, 'y', true) - 8 * devicePixelRatio;
          ctx.fillStyle = colour(plot.root, peak.place === active() ? '--ink' : '--ink-soft');
          ctx.fillText(peak.label, left, Math.max(top, bbox.top + 12 * devicePixelRatio));
          placed.push(left);
        }
        ctx.restore();
      },
    },
  };
}
