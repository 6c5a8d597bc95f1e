// A picture for a report: the drawing on the page's background, a title above it and the legend below.

const HEADER = 34;
const FOOTER = 30;

function framed(drawing, data, theme, cssWidth) {
  const ratio = drawing.width / cssWidth;
  const picture = document.createElement("canvas");
  picture.width = drawing.width;
  picture.height = drawing.height + (HEADER + FOOTER) * ratio;
  const pen = picture.getContext("2d");
  pen.fillStyle = theme.background;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(drawing, 0, HEADER * ratio);
  pen.scale(ratio, ratio);
  pen.textBaseline = "middle";
  write(pen, data.title, 12, HEADER / 2, `600 15px ${theme.font}`, theme.text);
  drawLegend(pen, data, theme, picture.height / ratio - FOOTER / 2, picture.width / ratio);
  return picture;
}

function drawLegend(pen, data, theme, y, width) {
  let x = 12;
  for (const type of new Set(data.nodes.map((node) => node.type))) {
    if (x > width - 90) return;
    x = write(pen, data.marks[type].glyph, x, y, `14px ${theme.font}`, inTheme(data.marks[type], theme)) + 4;
    x = write(pen, type || "no type", x, y, `12px ${theme.font}`, theme.text) + 12;
  }
  for (const name of new Set(data.edges.map((edge) => edge.state))) {
    if (x > width - 90) return;
    const state = data.states[name];
    pen.strokeStyle = inTheme(state, theme);
    pen.lineWidth = state.width + 0.6;
    pen.setLineDash(state.dashes || []);
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + 22, y);
    pen.stroke();
    x = write(pen, state.word, x + 27, y, `12px ${theme.font}`, theme.text) + 12;
  }
}

function write(pen, text, x, y, font, colour) {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
  return x + pen.measureText(text).width;
}
