"""Write minilm.onnx: all-MiniLM-L6-v2 as an ONNX graph of a few kilobytes, without its weights.

    pip install onnx && python -m services.embedding.build_minilm_graph

Only needed when the graph is to change. The weights are declared as external and handed over at load (`minilm.py`).
The operators Attention, SkipLayerNormalization and BiasGelu are onnxruntime's own (domain com.microsoft): they fuse
what a transformer layer does. Output: the masked mean of the last layer, divided by its length.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

from services.embedding.weights import LAYERS, Array, find_model_files, load_initializers

GRAPH = Path(__file__).with_name("minilm.onnx")
MICROSOFT = "com.microsoft"
HEADS, DIMENSION, EPSILON = 12, 384, 1e-12


@dataclass(frozen=True)
class Graph:
    nodes: list[NodeProto] = field(default_factory=list)
    constants: list[TensorProto] = field(default_factory=list)

    def node(
        self, operator: str, inputs: Sequence[str], output: str, domain: str = "", **attributes: int | float
    ) -> str:
        node = helper.make_node(operator, inputs, [output], name=output, domain=domain)
        node.attribute.extend(helper.make_attribute(key, value) for key, value in attributes.items())
        self.nodes.append(node)
        return output

    def constant(self, name: str, numbers: Sequence[int]) -> str:
        self.constants.append(numpy_helper.from_array(np.array(numbers, np.int64), name))
        return name


def build(initializers: dict[str, Array]) -> onnx.ModelProto:
    graph = Graph()
    hidden = _embedding(graph)
    for layer in range(LAYERS):
        hidden = _transformer_layer(graph, hidden, layer)
    _mean(graph, hidden)
    parts = helper.make_graph(
        graph.nodes,
        "minilm",
        [
            helper.make_tensor_value_info("ids", TensorProto.INT64, ["batch", "tokens"]),
            helper.make_tensor_value_info("mask", TensorProto.INT32, ["batch", "tokens"]),
        ],
        [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", DIMENSION])],
        [*graph.constants, *(_declared(name, values) for name, values in initializers.items())],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(parts, opset_imports=opsets, ir_version=8)


def _embedding(graph: Graph) -> str:
    zero = graph.constant("zero", [0])
    graph.node("Shape", ["ids"], "length", start=1, end=2)
    graph.node("Slice", ["position", zero, "length", zero], "positions")
    graph.node("Gather", ["word", "ids"], "words")
    graph.node("Add", ["words", "positions"], "embedded")
    return graph.node("LayerNormalization", ["embedded", "scale", "shift"], "hidden", axis=-1, epsilon=EPSILON)


def _transformer_layer(graph: Graph, hidden: str, layer: int) -> str:
    def own(name: str) -> str:
        return f"{name}_{layer}"

    attention = [hidden, own("attention_weight"), own("attention_bias"), "mask"]
    graph.node("Attention", attention, own("attention"), MICROSOFT, num_heads=HEADS)
    graph.node("MatMul", [own("attention"), own("mixed_weight")], own("mixed"))
    hidden = _normalised_sum(graph, own("mixed"), hidden, layer, "mixed")
    graph.node("MatMul", [hidden, own("inner_weight")], own("inner"))
    graph.node("BiasGelu", [own("inner"), own("inner_bias")], own("activated"), MICROSOFT)
    graph.node("MatMul", [own("activated"), own("outer_weight")], own("outer"))
    return _normalised_sum(graph, own("outer"), hidden, layer, "outer")


def _normalised_sum(graph: Graph, output: str, skipped: str, layer: int, name: str) -> str:
    inputs = [output, skipped, *(f"{name}_{part}_{layer}" for part in ("scale", "shift", "bias"))]
    return graph.node("SkipLayerNormalization", inputs, f"{name}_normalised_{layer}", MICROSOFT, epsilon=EPSILON)


def _mean(graph: Graph, hidden: str) -> None:
    graph.node("Cast", ["mask"], "weights", to=TensorProto.FLOAT)
    graph.node("Unsqueeze", ["weights", graph.constant("two", [2])], "column")
    graph.node("Mul", [hidden, "column"], "masked")
    graph.node("ReduceSum", ["masked", graph.constant("one", [1])], "sum", keepdims=0)
    graph.node("LpNormalization", ["sum"], "embedding", axis=1, p=2)


def _declared(name: str, values: Array) -> TensorProto:
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=values.shape, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="given-at-load")
    return tensor


if __name__ == "__main__":
    files = find_model_files(Path("data") / "models")
    onnx.save(build(load_initializers(files.weights)), str(GRAPH))
